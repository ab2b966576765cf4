import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { connect } from './connect.ts'
import { drop } from './drop.ts'
import { eventually } from './eventually.ts'
import { startMortal } from './kill-loop.ts'
import { endedJob, readJob, readReceipt } from './read-job.ts'
import { readLedger } from './read-ledger.ts'
import { startProcess } from './start-process.ts'
import { twoPeoplePicture } from './test-pictures.ts'

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-restart-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

// `test/upgrade` goes on with the jobs of a killed run in `npm test`.
test.runIf(isEveryCaseTried())(
  'a run that is stopped, and then killed, in the middle of a job continues, and the job ends once',
  async () => {
    const dataDir = dataFolder()
    const first = await startProcess(dataDir)
    const before = await connect(first.at)
    const { job } = await drop(before, (await twoPeoplePicture()).png, 'drop/slim/stopped.png')
    await eventually('the job', () => readJob(before, job))
    expect(await first.end('SIGTERM')).toBe(0)

    // Its worker takes tasks and never ends them, so that it is killed in the middle however late.
    const second = await startMortal(dataDir, 'held')
    onTestFinished(() => second.kill())
    // Each run of the console has a secret of its own, and this one has no console.
    const { consoleUrl: _, ...kept } = first.at
    expect(second.at).toEqual({ ...kept, pid: second.at.pid })
    await eventually('the task in its hands', () => second.said[0])
    await second.kill()

    const third = await startProcess(dataDir)
    const after = await connect(third.at)
    const ended = await endedJob(after, job)
    expect(ended.failure).toBeUndefined()
    expect((await readReceipt(after, job)).results).toEqual(ended.results)
    const { charged, spent, reserved } = await readLedger(after)
    expect([charged.length, spent, reserved]).toEqual([1, 1, []])
    // A terminal that is closed.
    expect(await third.end('SIGHUP')).toBe(0)
  },
)
