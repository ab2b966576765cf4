import { DescribeExecutionCommand, ExecutionDoesNotExist } from '@aws-sdk/client-sfn'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeInLine } from '../../functions/operate/jobs/place-in-line.ts'
import { drop } from './drop.ts'
import { eventually } from './eventually.ts'
import { noopWorker } from './noop-worker.ts'
import { endedJob, executionArn, readJob } from './read-job.ts'
import { type Run, startRun } from './start-run.ts'
import { twoPeoplePicture } from './test-pictures.ts'

let run: Run

beforeAll(async () => {
  run = await startRun({}, { openFiles: 1 })
})
afterAll(() => run.close())

test('a file waits in line while enough are under way, and goes on when its turn comes', async () => {
  const { png } = await twoPeoplePicture()
  const work = noopWorker()
  const held = Promise.withResolvers<void>()
  run.around('service/run-task', async (invocation, next) => {
    await held.promise
    return await work(invocation, next)
  })
  const first = await drop(run, png, 'drop/slim/first.png')
  await eventually('the first job', () => readJob(run, first.job))
  const second = await drop(run, png, 'drop/slim/second.png')
  const waiting = await eventually('the second in line', async () => {
    const job = await readJob(run, second.job)
    return job && (await placeInLine(run, job)) && job
  })
  expect(await placeInLine(run, waiting)).toEqual({ place: 1 })
  await expect(
    run.sfn.send(new DescribeExecutionCommand({ executionArn: executionArn(run, second.job) })),
  ).rejects.toThrow(ExecutionDoesNotExist)
  held.resolve()
  expect((await endedJob(run, first.job)).status).toBe('succeeded')
  const ended = await endedJob(run, second.job)
  expect(ended.status).toBe('succeeded')
  expect(await placeInLine(run, waiting)).toBeUndefined()
})
