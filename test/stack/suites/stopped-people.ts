import { StopExecutionCommand } from '@aws-sdk/client-sfn'
import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { drop } from '../drop.ts'
import { linkedTask } from '../inbox.ts'
import { noopEngine, noopWorker } from '../noop-worker.ts'
import { endedJob, executionArn, readReceipt } from '../read-job.ts'
import { sharedRun } from '../shared-run.ts'
import type { Run } from '../start-run.ts'
import { twoPeoplePicture } from '../test-pictures.ts'

let run: Run
beforeAll(async () => {
  run = await sharedRun('plain')
})

test('a job that is stopped while its effect works keeps whom its detection found', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<{ results: object }>()
  const finds = noopEngine(2)
  const worker = noopWorker(() => ({
    perform: (...asked) => (asked[0].stage === 'pre-process' ? finds(...asked) : (over as never)),
  }))
  const working: Promise<unknown>[] = []
  run.around('service/run-task', (call, next) => {
    const done = worker(call, next)
    working.push(done)
    return done
  })
  onTestFinished(async () => {
    end({ results: {} })
    await Promise.all(working)
  })
  const { png } = await twoPeoplePicture()
  const { width, height } = await sharp(png).metadata()
  const { job: id } = await drop(run, png, 'drop/slim/stopped.png')
  await linkedTask(run, id, 'effect')
  await run.sfn.send(new StopExecutionCommand({ executionArn: executionArn(run, id) }))
  const { failure, trail } = await endedJob(run, id)
  expect(failure?.code).toBe('JobAborted')
  expect(trail?.unfinished?.found).toEqual({
    width,
    height,
    boxes: [
      [10, 10, 20, 40],
      [40, 10, 20, 40],
    ],
  })
  expect(trail?.states.map(({ state }) => state)).toEqual(['PreProcess', 'ChooseTarget'])
  // The receipt is for who gets the result; whom a detection found stays in the record.
  expect(await readReceipt(run, id)).toMatchObject({ failure: { code: 'JobAborted' } })
})
