import { DescribeExecutionCommand, ExecutionDoesNotExist } from '@aws-sdk/client-sfn'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TaskAnswer, TasksAnswer } from '../../catalog/console/service-wire.ts'
import type { TimelineAnswer } from '../../catalog/console/wire.ts'
import { placeInLine } from '../../functions/operate/jobs/place-in-line.ts'
import { signedIn } from './console-browser.ts'
import { drop } from './drop.ts'
import { eventually } from './eventually.ts'
import { noopWorker } from './noop-worker.ts'
import { endedJob, executionArn, readJob } from './read-job.ts'
import { type Run, startRun } from './start-run.ts'
import { twoPeoplePicture } from './test-pictures.ts'

let run: Run

beforeAll(async () => {
  run = await startRun({}, { openFiles: 1, console: true })
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
  const { read } = await signedIn(run.at.consoleUrl)
  const asked = await read<TimelineAnswer>(`/jobs/${second.job}/timeline`)
  expect(asked).toEqual({ timeline: [], place: { place: 1 } })
  expect(await read(`/jobs/${first.job}/timeline`)).not.toHaveProperty('place')
  // The task of the first waits in the service for a worker that has begun with nothing.
  const task = await eventually('the first task', async () => {
    const { tasks } = await read<TasksAnswer>('/tasks?account=local&status=running')
    return tasks[0]
  })
  expect((await read<TaskAnswer>(`/tasks/${task.id}`)).place).toEqual({ place: 1 })
  const status = await fetch(
    `${run.at.baseUrl}/s2s/v2.0/task/body-reshape/pre-process/${task.id}`,
    {
      headers: { authorization: `Bearer ${run.at.apiKey}` },
    },
  )
  expect(await status.json()).toMatchObject({ data: { task_status: 'running' } })
  expect(status.headers.get('darkroom-work-started')).toBe('waiting')
  expect(status.headers.get('darkroom-place')).toBe('1')
  // Nobody knows yet how long a task takes.
  expect(status.headers.get('darkroom-starts-in')).toBeNull()
  await expect(
    run.sfn.send(new DescribeExecutionCommand({ executionArn: executionArn(run, second.job) })),
  ).rejects.toThrow(ExecutionDoesNotExist)
  held.resolve()
  expect((await endedJob(run, first.job)).status).toBe('succeeded')
  const ended = await endedJob(run, second.job)
  expect(ended.status).toBe('succeeded')
  expect(await placeInLine(run, waiting)).toBeUndefined()
})
