import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { localPipelineClients } from '../../bin/connection/pipeline-clients.ts'
import { dropFile } from '../../bin/drop/drop-file.ts'
import { readJobLines } from '../../bin/logs/read-job-lines.ts'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { noopWorker } from '../stack/noop-worker.ts'
import { endedJob } from '../stack/read-job.ts'
import { startRun } from '../stack/start-run.ts'
import { onePersonPicture } from '../stack/test-pictures.ts'
import { runWords } from './run-words.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'darkroom-logs-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const JOB = 'job-11'
const line = (at: string, more: object) =>
  JSON.stringify({ function: 'f', at, message: at, ...more })

test('lines of a job and its tasks come from all files, the newest last, without secrets', async () => {
  const where = folder()
  const write = (name: string, ...lines: string[]) => {
    mkdirSync(dirname(join(where, name)), { recursive: true })
    writeFileSync(join(where, name), `${lines.join('\n')}\n`)
  }
  write('functions.log', line('5', { taskId: 't-1' }), '{"correlationId":"job-11","mess')
  write(
    'functions.1.log',
    line('4', { correlationId: JOB, apiKey: 'abc' }),
    line('3', { correlationId: JOB, taskId: 't-1' }),
    JSON.stringify({ function: 'f', message: `Bearer abcdef of ${JOB}` }),
    line('4', { correlationId: 'job-22', taskId: 't-2' }),
  )
  write('functions.2.log', line('1', { taskId: 't-1' }), line('1', { taskId: 't-2' }))
  write('other.txt', line('0', { correlationId: JOB }))
  const found = await readJobLines(where, JOB)
  expect(found.map(({ message }) => message)).toEqual([
    '1',
    '3',
    'Bearer [redacted] of job-11',
    '4',
    '5',
    '{"correlationId":"job-11","mess',
  ])
  expect(found[3]).toMatchObject({ apiKey: '[redacted]' })
  expect(await readJobLines(join(where, 'none'), JOB)).toEqual([])
})

// `whole-way.test.ts` reads what all functions log of a job in `npm test`, and the test above what is told of it.
test.runIf(isEveryCaseTried())(
  'a job of a local run is told by all functions, also once the run was stopped',
  async () => {
    const dataDir = folder()
    const run = await startRun({}, { dataDir })
    const jobs: string[] = []
    try {
      run.around('service/run-task', noopWorker())
      const photo = join(dataDir, 'photo.png')
      writeFileSync(photo, (await onePersonPicture()).png)
      const clients = localPipelineClients(run.at)
      for (const key of ['drop/slim/one.png', 'drop/slim/two.png']) {
        jobs.push((await dropFile({ path: photo, key }, 'slim', clients)).job)
      }
      for (const job of jobs) await endedJob(run, job)
      clients.close()
    } finally {
      await run.close()
    }
    const [job = '', other = ''] = jobs
    const { code, out } = await runWords(undefined, 'logs', job, '--data', dataDir, '--json')
    expect(code).toBe(0)
    const lines = JSON.parse(out) as { function: string; at?: string; correlationId?: string }[]
    const by = new Set(lines.map((each) => each.function))
    expect(by.size).toBeGreaterThan(3)
    expect(lines.some(({ correlationId }) => correlationId === other)).toBe(false)
    const times = lines.flatMap(({ at }) => at ?? [])
    expect(times).toEqual([...times].sort())
    const said = await runWords(undefined, 'logs', job, '--data', dataDir)
    expect(said.out.trimEnd().split('\n')).toHaveLength(lines.length)
    const none = await runWords(undefined, 'logs', 'job-none', '--data', dataDir)
    expect(none).toMatchObject({ code: 1, out: '' })
    expect(none.err).toContain('is of job-none')
  },
)
