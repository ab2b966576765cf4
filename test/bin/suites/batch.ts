import { StopExecutionCommand } from '@aws-sdk/client-sfn'
import { beforeAll, expect, test } from 'vitest'
import type { OpenedPipeline } from '../../../bin/connection/pipeline-clients.ts'
import { batchLines } from '../../../bin/jobs/batch-lines.ts'
import { estimateLine } from '../../../bin/jobs/estimate-line.ts'
import { progressOf } from '../../../functions/operate/batches/batch-progress.ts'
import { redriveBatch } from '../../../functions/operate/batches/redrive-batch.ts'
import { estimate } from '../../../functions/operate/costs/estimate.ts'
import { batchKeys } from '../../../functions/pipeline/core/batches/batch-names.ts'
import type { Batch } from '../../../functions/pipeline/core/ports/batch.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { dropManifest, endedBatch, putObject, readBatch } from '../../stack/batches.ts'
import { eventually } from '../../stack/eventually.ts'
import { noopWorker } from '../../stack/noop-worker.ts'
import { putRecipe, slimRecipe } from '../../stack/put-recipe.ts'
import { readObject } from '../../stack/read-job.ts'
import { readLedger } from '../../stack/read-ledger.ts'
import type { Run } from '../../stack/start-run.ts'
import { onePersonPicture } from '../../stack/test-pictures.ts'
import { sharedBench } from '../shared-bench.ts'

const FILES = 12

let run: Run
let bench: OpenedPipeline
beforeAll(async () => {
  ;({ run, bench } = await sharedBench())
})

async function begin(name: string, metadata: Record<string, string>): Promise<string> {
  const { png } = await onePersonPicture()
  const keys = Array.from({ length: FILES }, (_, n) => `files/${name}/${n}.png`)
  for (const key of keys) await putObject(run, key, png)
  const manifest = keys.map((key) => JSON.stringify({ key })).join('\n')
  return dropManifest(run, `batches/of-batch/${name} é+%25.jsonl`, manifest, metadata)
}

async function statuses(id: string): Promise<string[]> {
  const key = batchKeys(id, 'results/').results
  const text = Buffer.from(await readObject(run, run.at.resultsBucket, key)).toString()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { status: string }).status)
}

// `console-changes.ts` of `test/stack` has one that is stopped and let go on, `estimate.test.ts` what the next
// will take.
test.runIf(isEveryCaseTried())(
  'a batch that was stopped goes on, and its record with it',
  { timeout: 600_000 },
  async () => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    run.around('service/run-task', noopWorker())
    // Other suites have jobs of other recipes in the same run.
    await putRecipe(run, 'of-batch', slimRecipe())
    const before = (await readLedger(run)).spent
    run.around('pipeline/work-chunk', async (call, next) => {
      const { chunk } = call.payload as { chunk: number }
      if (chunk > 0) await held
      return next()
    })
    const id = await begin('stopped', { 'darkroom-concurrency': '20' })
    await eventually(
      'the first chunk',
      async () => (await readBatch(run, id))?.succeeded || undefined,
      150_000,
    )
    const executionArn = `${run.at.batchMachineArn.replace(':stateMachine:', ':execution:')}:${id}`
    await run.sfn.send(new StopExecutionCommand({ executionArn }))
    const stopped = await endedBatch(run, id)
    expect(stopped).toMatchObject({
      status: 'failed',
      succeeded: 10,
      unfinished: 2,
      redrives: 0,
      failure: { code: 'BatchAborted' },
    })
    expect((await statuses(id)).filter((status) => status === 'unfinished')).toHaveLength(2)

    expect(await redriveBatch(stopped, bench)).toEqual({ batch: id, how: 'resumed' })
    await eventually('the batch to run again', async () => {
      const batch = await readBatch(run, id)
      return (batch?.redrives === 1 && batch.resumed?.done === 10) || undefined
    })
    release()
    const ended = await endedBatch(run, id)
    expect(ended).toMatchObject({
      status: 'succeeded',
      succeeded: FILES,
      unfinished: 0,
      redrives: 1,
    })
    expect(ended.failure).toBeUndefined()
    expect(await statuses(id)).toEqual(Array(FILES).fill('succeeded'))
    expect((await readLedger(run)).spent - before).toBe(FILES)
    await expect(redriveBatch(ended, bench)).rejects.toThrow('has not failed')

    // What the next ones will take is told by these.
    const {
      from,
      units,
      dollars = 0,
      minutes,
    } = await estimate({ recipe: 'of-batch', files: 60 }, bench)
    expect({ from, units }).toEqual({ from: FILES, units: 60 })
    expect(dollars).toBeGreaterThan(0)
    expect(minutes?.most).toBeGreaterThan(0)
    expect(await estimate({ recipe: 'other', files: 60 }, bench)).toEqual({ from: 0 })
  },
)

test.each([
  [{ from: 0 }, 'How long slim takes is not known yet: none of its jobs ended.'],
  [
    { from: 1, units: 1, dollars: 0.0002, minutes: { least: 0.1, most: 0.1 } },
    'By its last job: about 1 unit, $0.00 and 1 minute if nothing else runs.',
  ],
  [
    { from: 100, units: 412, dollars: 20.6, minutes: { least: 11.2, most: 19 } },
    'By its last 100 jobs: about 412 units, $20.60 and 12 to 19 minutes if nothing else runs.',
  ],
  [
    { from: 7, units: 9000, dollars: 450, minutes: { least: 100, most: 190 } },
    'By its last 7 jobs: about 9000 units, $450.00 and 2 to 4 hours if nothing else runs.',
  ],
])('%j is told in a sentence', (expected, line) => {
  expect(estimateLine('slim', expected)).toBe(line)
})

// `console-changes.ts` has the sample of one that begins anew.
test.runIf(isEveryCaseTried())(
  'a batch that failed by itself is begun anew over the same jobs',
  {
    timeout: 600_000,
  },
  async () => {
    const manifest = Array.from({ length: 12 }, (_, n) =>
      JSON.stringify({ key: `files/none/${n}` }),
    )
    const id = await dropManifest(run, 'batches/slim/none.jsonl', manifest.join('\n'), {
      'darkroom-tolerated-failures': '10',
      'darkroom-concurrency': '1',
    })
    const failed = await endedBatch(run, id)
    expect(failed.failure?.code).toBe('TooManyFailures')
    const { batch, how } = await redriveBatch(failed, bench, 100)
    expect(how).toBe('anew')
    const again = await endedBatch(run, batch)
    expect(again).toMatchObject({ status: 'succeeded', failed: 12, concurrency: 1, tolerated: 100 })
  },
)

const BATCH: Batch = {
  id: 'batch-1',
  status: 'running',
  recipe: 'slim',
  concurrency: 100,
  tolerated: 50,
  manifest: { bucket: 'drop', key: 'batches/slim/a.jsonl', version: 'v1' },
  createdAt: '2026-01-31T00:00:00.000Z',
  total: 1000,
  succeeded: 190,
  failed: 10,
  parked: 0,
  unfinished: 0,
}

test('progress says how fast it goes and how long it still takes', () => {
  const now = Date.parse(BATCH.createdAt) + 100_000
  expect(progressOf(BATCH, now)).toEqual({ done: 200, perSecond: 2, secondsLeft: 400 })
  expect(batchLines(BATCH, now)[5]).toBe('rate      2.00 files a second, about 6 min left')
  const { total: _, ...uncounted } = BATCH
  expect(progressOf(uncounted, now)).toEqual({ done: 200, perSecond: 2 })
  const ended: Batch = { ...BATCH, status: 'failed', finishedAt: '2026-01-31T00:00:20.000Z' }
  expect(progressOf(ended, now)).toEqual({ done: 200, perSecond: 10 })
  const resumed: Batch = { ...BATCH, resumed: { at: '2026-01-31T00:01:20.000Z', done: 120 } }
  expect(progressOf(resumed, now)).toEqual({ done: 200, perSecond: 4, secondsLeft: 200 })
})
