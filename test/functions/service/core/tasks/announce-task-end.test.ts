import { expect, test } from 'vitest'
import type { Task } from '../../../../../functions/service/core/model/task.ts'
import {
  type AnnounceDeps,
  announceTaskEnd,
} from '../../../../../functions/service/core/tasks/announce-task-end.ts'

const TASK = { id: 't', account: 'a', feature: 'body-reshape', status: 'success', finishedAt: 6 }

/** What is queued where the delivery is stored as that; undefined where there is none yet. */
async function queued(stored: object | undefined, isNew = false) {
  const sent: unknown[] = []
  const created: object[] = []
  const deps = {
    webhooks: {
      endpoints: async () => [{ id: 'e', active: true }],
      createDelivery: async (delivery: object) => {
        created.push(delivery)
        return isNew
      },
      delivery: async () => stored,
    },
    webhookQueue: { send: async (message: unknown) => void sent.push(message) },
    now: () => 7_999,
  } as unknown as AnnounceDeps
  await announceTaskEnd(TASK as unknown as Task, deps)
  return { sent, created }
}

test('an end is announced by a delivery that is due at once', async () => {
  const { sent, created } = await queued(undefined, true)
  expect(created).toEqual([
    expect.objectContaining({
      endpointId: 'e',
      status: 'pending',
      attempt: 0,
      dueAt: 7,
      createdAt: 7,
    }),
  ])
  const [{ eventId }] = created as [{ eventId: string }]
  expect(sent).toEqual([{ account: 'a', eventId, endpointId: 'e', attempt: 0 }])
})

test.each([
  ['without an attempt', { status: 'pending', attempt: 0 }, 1],
  ['with an attempt', { status: 'pending', attempt: 1 }, 0],
  ['that has ended without any', { status: 'refused', attempt: 0 }, 0],
  ['that is gone', undefined, 0],
])('a delivery %s that was stored before is queued %#: %j', async (_, stored, times) => {
  expect((await queued(stored)).sent).toHaveLength(times)
})
