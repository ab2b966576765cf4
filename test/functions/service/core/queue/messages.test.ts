import { expect, test } from 'vitest'
import {
  parseDeliveryMessage,
  parseTaskMessage,
} from '../../../../../functions/service/core/queue/messages.ts'
import { createTaskQueue } from '../../../../../functions/service/core/queue/task-queue.ts'

const text = (length: number) => 'x'.repeat(length)
const DELIVERY = { account: 'a', eventId: 'e', endpointId: 'p', attempt: 0 }

test.each([1, 128])('a task’s id of %i characters is one', (length) => {
  const message = { taskId: text(length), account: 'a', group: 'g' }
  expect(parseTaskMessage(JSON.stringify(message))).toEqual(message)
})

test.each(['{', '{}', '{"taskId":""}', JSON.stringify({ taskId: text(129) })])(
  '%s is no message of a task',
  (body) => {
    expect(parseTaskMessage(body)).toBeUndefined()
  },
)

test.each([
  ['', undefined],
  ['{', undefined],
  [JSON.stringify({ ...DELIVERY, attempt: -1 }), undefined],
  [JSON.stringify({ ...DELIVERY, attempt: 0.5 }), undefined],
  [JSON.stringify({ ...DELIVERY, attempt: 1001 }), undefined],
  [JSON.stringify({ ...DELIVERY, attempt: 1000 }), { ...DELIVERY, attempt: 1000 }],
  [JSON.stringify(DELIVERY), DELIVERY],
  [JSON.stringify({ ...DELIVERY, eventId: '' }), undefined],
  [JSON.stringify({ ...DELIVERY, eventId: text(256) }), { ...DELIVERY, eventId: text(256) }],
  [JSON.stringify({ ...DELIVERY, eventId: text(257) }), undefined],
])('a message of a delivery: %#', (body, message) => {
  expect(parseDeliveryMessage(body)).toEqual(message)
})

test.each([
  ['body-reshape', 'pictures'],
  ['bg-replace-vid', 'videos'],
  ['image-to-video', 'videos'],
  ['nobody-knows-it', 'pictures'],
])('a task of %s waits among %s', async (feature, queue) => {
  const sent: unknown[] = []
  const into = (name: string) => ({
    send: async (...given: unknown[]) => void sent.push(name, ...given),
  })
  const { send } = createTaskQueue({ pictures: into('pictures'), videos: into('videos') } as never)
  await send({ id: 't', feature, account: 'a' } as never, 5)
  await send({ id: 't', feature, account: 'a', batched: true } as never, undefined)
  expect(sent).toEqual([
    queue,
    { taskId: 't', account: 'a' },
    5,
    queue,
    { taskId: 't', account: 'a', group: 'a+batch' },
    undefined,
  ])
})
