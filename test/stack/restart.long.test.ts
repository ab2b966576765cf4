import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ADDRESS_FIELDS } from '../../local/run/addresses.ts'
import { connect } from './connect.ts'
import { drop } from './drop.ts'
import { eventually } from './eventually.ts'
import { linkedTask } from './inbox.ts'
import { startMortal } from './kill-loop.ts'
import { endedJob, readJob, readReceipt, statesEntered } from './read-job.ts'
import { readLedger, scan } from './read-ledger.ts'
import { startProcess } from './start-process.ts'
import { twoPeoplePicture } from './test-pictures.ts'

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-restart-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a run killed twice in the middle of a job continues, and the job ends once', async () => {
  const dataDir = dataFolder()
  const { png } = await twoPeoplePicture()

  // Its worker takes tasks and never ends them, so that it is killed in the middle however late.
  const first = await startMortal(dataDir, 'held')
  onTestFinished(() => first.kill())
  const before = first.run
  const { job } = await drop(before, png, 'drop/slim/killed.png')
  await linkedTask(before, job, 'pre-process')
  await eventually('the task in its hands', () => first.said[0])
  expect(await statesEntered(before, job)).toEqual(['PreProcess'])
  await first.kill()

  const second = await startProcess(dataDir)
  // The mortal run has no console.
  const { consoleUrl: _, ...kept } = second.at
  expect(kept).toEqual({ ...first.at, pid: second.at.pid })
  const between = await connect(second.at)
  await linkedTask(between, job, 'effect')
  expect(await second.end('SIGKILL')).toBe('SIGKILL')

  const third = await startProcess(dataDir)
  const after = await connect(third.at)
  const ended = await endedJob(after, job)
  expect(ended.failure).toBeUndefined()
  expect((await readReceipt(after, job)).results).toEqual(ended.results)
  expect((await scan(after, after.tables.jobs)).filter((item) => 'source' in item)).toHaveLength(1)
  expect(await statesEntered(after, job)).toEqual([
    'PreProcess',
    'ChooseTarget',
    'EachTarget',
    'CreateTask',
    'MoreSteps',
    'Deliver',
  ])
  const { tasks, charged, spent, reserved } = await readLedger(after)
  expect(tasks.map(({ stage, status }) => `${stage} ${status}`).sort()).toEqual([
    'effect success',
    'pre-process success',
  ])
  expect([charged.length, spent, reserved]).toEqual([1, 1, []])
  expect(await third.end('SIGTERM')).toBe(0)
})

test('a run writes its addresses and stops cleanly in the middle of a job, which the next run ends', async () => {
  const dataDir = dataFolder()
  const first = await startProcess(dataDir)
  const file = join(dataDir, 'local.json')
  const written = JSON.parse(readFileSync(file, 'utf8'))
  // Without a receiver there is nothing to sign with, and this run has no generator.
  const absent = ['noticeSecret', 'generator']
  const fields = ADDRESS_FIELDS.filter((field) => !absent.includes(field))
  expect(Object.keys(written).sort()).toEqual(fields.sort())
  expect(statSync(file).mode & 0o077).toBe(0)
  const authorization = `Bearer ${written.apiKey}`
  const stranger = await fetch(`${written.baseUrl}/nothing`)
  const known = await fetch(`${written.baseUrl}/nothing`, { headers: { authorization } })
  expect([stranger.status, known.status]).toEqual([401, 404])

  const run = await connect(first.at)
  const { job } = await drop(run, (await twoPeoplePicture()).png, 'drop/slim/stopped.png')
  await eventually('the job', () => readJob(run, job))
  expect(await first.end('SIGTERM')).toBe(0)

  const second = await startProcess(dataDir)
  const again = await connect(second.at)
  expect((await endedJob(again, job)).status).toBe('succeeded')
  expect((await readLedger(again)).spent).toBe(1)
  expect(await second.end('SIGINT')).toBe(0)
})
