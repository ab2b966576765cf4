import { expect, test } from 'vitest'
import { findFeature } from '../../../../../catalog/features/features.ts'
import { createOnce } from '../../../../../functions/pipeline/core/inbox/create-once.ts'
import {
  type Provider,
  ServiceFailure,
} from '../../../../../functions/pipeline/core/ports/provider.ts'
import { memoryInbox } from '../../../../faults/ports/memory-inbox.ts'

const KEY = 'job-1/0/effect/0/0'
const waiting = { token: 't', order: 0, request: { a: 1 }, until: 99 }

/** A service whose answers to creations are given one after the other. */
async function creating(idempotent: boolean, answers: (string | Error)[]) {
  const inbox = memoryInbox(() => 0)
  const callback = await inbox.storeToken(KEY, waiting)
  const asked: unknown[][] = []
  const provider = {
    idempotent,
    create: async (...call: unknown[]) => {
      asked.push(call)
      const answer = answers[asked.length - 1]!
      if (answer instanceof Error) throw answer
      return answer
    },
  } as unknown as Provider
  let asker = 0
  const deps = { inbox, provider, uniqueId: () => `asker-${asker++}` }
  const feature = findFeature('body-reshape')!
  return { asked, create: () => createOnce({ key: KEY, feature, stage: 'effect', callback }, deps) }
}

const lost = new Error('The answer was lost.')
const busy = new ServiceFailure('ServiceBusy', 'Busy.', { noEffect: true })
const unclear = new ServiceFailure('ServiceUnreachable', 'No answer.', { noEffect: false })

test('a service that knows the key is asked again, with the same request under the same key', async () => {
  const { asked, create } = await creating(true, [lost, 'task-1', 'task-1'])
  await expect(create()).rejects.toBe(lost)
  expect(await create()).toBe('task-1')
  expect(await create()).toBe('task-1')
  expect(asked).toHaveLength(3)
  expect(new Set(asked.map((call) => JSON.stringify(call))).size).toBe(1)
  const [made, ...how] = asked[0]!
  expect(made).toMatchObject({ name: 'body-reshape' })
  expect(how.slice(0, 3)).toEqual(['effect', { a: 1 }, KEY])
})

test('another service is asked once, whatever became of the answer', async () => {
  for (const first of ['task-1', lost, unclear]) {
    const { asked, create } = await creating(false, [first, 'task-2'])
    if (typeof first === 'string') expect(await create()).toBe(first)
    else await expect(create()).rejects.toBe(first)
    await expect(create()).rejects.toMatchObject({ code: 'CreationUnknown' })
    expect(asked).toHaveLength(1)
  }
})

test('it is asked again where it has certainly created nothing', async () => {
  const { asked, create } = await creating(false, [busy, 'task-1', 'task-2'])
  await expect(create()).rejects.toBe(busy)
  expect(await create()).toBe('task-1')
  await expect(create()).rejects.toMatchObject({ code: 'CreationUnknown' })
  expect(asked).toHaveLength(2)
})
