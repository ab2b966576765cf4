import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartExecutionCommand } from '@aws-sdk/client-sfn'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropManifest, endedBatch, putObject, readBatch } from './batches.ts'
import { drop } from './drop.ts'
import { eventually } from './eventually.ts'
import { linkedTask } from './inbox.ts'
import { PROVED, raisedAlarms } from './raised-alarms.ts'
import { endedJob } from './read-job.ts'
import { type Run, startRun } from './start-run.ts'
import { twoPeoplePicture } from './test-pictures.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'darkroom-late-'))
let run: Run

beforeAll(async () => {
  run = await startRun({}, { dataDir })
})
afterAll(async () => {
  await run?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const VIDEO_MACHINE = 'DarkroomService/Service/Sharing/Workflow/StateMachine'

/** Lets time pass for executions while nothing runs: they started so much earlier. */
function pass(days: number): void {
  const db = new DatabaseSync(join(dataDir, 'step-functions', 'step-functions.sqlite'))
  db.prepare('UPDATE executions SET started = started - ?').run(days * 86_400_000)
  db.close()
}

test('a job and a batch that outlive their total time end, are recorded and raise their alarms', async () => {
  // The message of the task comes back after minutes: until then nobody answers.
  run.around('service/run-task', async () => {
    throw new Error('Planted by a test.')
  })
  const { png } = await twoPeoplePicture()
  const { job } = await drop(run, png, 'drop/slim/late.png')
  await putObject(run, 'files/late.png', png)
  const batch = await dropManifest(run, 'batches/slim/late.jsonl', '{"key":"files/late.png"}')
  const { ref: stateMachineArn } = run.stacks.resource(VIDEO_MACHINE)
  const input = JSON.stringify({ task: 'late', segments: [0, 1] })
  run.around('service/work-segments', () => new Promise(() => {}))
  await run.sfn.send(new StartExecutionCommand({ stateMachineArn, name: 'late', input }))
  await linkedTask(run, job, 'pre-process')
  await eventually('the batch', () => readBatch(run, batch))
  await run.close()
  pass(31)
  run = await startRun({}, { dataDir })

  expect(await endedJob(run, job)).toMatchObject({
    status: 'failed',
    failure: { state: 'Execution' },
  })
  expect(await endedBatch(run, batch)).toMatchObject({ status: 'failed' })
  await eventually('the alarms', () => {
    const raised = raisedAlarms(run.stacks, [1])
    return PROVED.late.every((alarm) => raised.has(alarm)) || undefined
  })
})
