import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { JOB_EVENT, type JobEvent } from '../../catalog/jobs/job-event.ts'
import { drop } from './drop.ts'
import { eventually } from './eventually.ts'
import { noopWorker } from './noop-worker.ts'
import { endedJob } from './read-job.ts'
import { type Received, type Receiver, startReceiver } from './receiver.ts'
import { type Run, startRun } from './start-run.ts'
import { twoPeoplePicture } from './test-pictures.ts'

let receiver: Receiver
let run: Run
const lines: string[] = []
/** Jobs whose first notice the receiver refuses. */
const refused = new Set<string>()

function jobIn(body: string): string {
  return JSON.parse(body).data.job
}

beforeAll(async () => {
  receiver = await startReceiver(({ body }) => (refused.delete(jobIn(body)) ? 503 : 204))
  const notify = { webhook: receiver.url, topic: true }
  run = await startRun({}, { notify, onLog: (line) => void lines.push(line) })
})
afterAll(async () => {
  await run?.close()
  await receiver?.close()
})

function toldOf(job: string): Received[] {
  return receiver.received.filter(({ body }) => jobIn(body) === job)
}

/** What a receiver reads from a message with the library of Standard Webhooks. */
function verified({ body, headers }: Received): {
  type: string
  timestamp: string
  data: JobEvent
} {
  return new Webhook(run.at.noticeSecret ?? '').verify(
    body,
    headers as Record<string, string>,
  ) as never
}

test('the receiver is notified about a job, signed, in the documented form', async () => {
  // The notices do not depend on the engine.
  run.around('service/run-task', noopWorker())
  const { job, key } = await drop(run, (await twoPeoplePicture()).png, 'drop/slim/ü "told" 1.png')
  const ended = await endedJob(run, job)
  const told = await eventually('the telling', () => toldOf(job)[0])
  const { type, timestamp, data } = verified(told)
  expect([type, timestamp]).toEqual(['job.succeeded', ended.finishedAt])
  expect(z.parse(JOB_EVENT, data)).toEqual(data)
  expect(data).toMatchObject({ version: 1, job, status: 'succeeded', results: ended.results })
  expect(data.source.key).toBe(key)
  expect(told.headers['x-correlation-id']).toBe(job)
  expect(() => verified({ ...told, body: told.body.replace('succeeded', 'failed') })).toThrow()
})

test('a refused notice is repeated with the same id', async () => {
  run.around('pipeline/notify', async ({ payload }, next) => {
    for (const { body } of (payload as { Records: { body: string }[] }).Records) {
      const { job } = JSON.parse(body).detail
      if (toldOf(job).length === 0) refused.add(job)
    }
    return next()
  })
  const { job } = await drop(run, 'no picture', 'drop/unheard-of/again.png')
  const [first, second] = await eventually('a second telling', () =>
    toldOf(job).length === 2 ? toldOf(job) : undefined,
  )
  expect([first?.answered, second?.answered]).toEqual([503, 204])
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(second?.body).toBe(first?.body)
  const { type, data } = verified(second as Received)
  expect(type).toBe('job.failed')
  expect(data.failure).toMatchObject({ code: 'RecipeUnknown', retryable: false })
})

test('a topic gets the event’s detail, which a local run writes to its log', async () => {
  const { job } = await drop(run, 'no picture', 'drop/unheard-of/topic.png')
  const told = await eventually('the topic’s line', () =>
    lines.map((line) => JSON.parse(line)).find(({ told: text = '' }) => text.includes(job)),
  )
  expect(told).toMatchObject({
    message: 'A topic was told.',
    function: expect.stringMatching(/Topic/),
  })
  const event = JSON.parse(told.told)
  expect(z.parse(JOB_EVENT, event)).toEqual(event)
})

test('neither the secret nor the receiver’s address reaches the log', async () => {
  // The log is written after the receiver has answered.
  await expect.poll(() => lines.join('\n')).toContain('What became of a job was told.')
  const all = lines.join('\n')
  expect(all).not.toContain('kept-to-ourselves')
  expect(all).not.toContain(run.at.noticeSecret?.replace('whsec_', ''))
})
