import { beforeEach, expect, test } from 'vitest'
import { bodyReshape } from '../../../../../catalog/features/body-reshape.ts'
import type { WorkStart } from '../../../../../catalog/tasks/task-times.ts'
import { openTask } from '../../../../../functions/pipeline/core/inbox/open-task.ts'
import type { SignedUrl } from '../../../../../functions/pipeline/core/ports/inbox.ts'
import { ServiceFailure } from '../../../../../functions/pipeline/core/ports/provider.ts'
import type { WatchMessage } from '../../../../../functions/pipeline/core/ports/watch.ts'
import { watchTask } from '../../../../../functions/pipeline/watch-task/watch-task.ts'
import { memoryInbox } from '../../../../faults/ports/memory-inbox.ts'

const HOUR = 3600
const key = 'job/1/effect/0/0'
const object = { bucket: 'drop', key: 'drop/slim/a.png', version: 'v' }
const source: SignedUrl = { url: 'signed drop/slim/a.png at 0', at: 0, of: { object } }
const earlier: SignedUrl = {
  url: 'result of t-0 at 0',
  at: 0,
  of: { result: { taskId: 't-0', feature: 'body-reshape' } },
}

/** Epoch seconds. */
let clock = 0
beforeEach(() => {
  clock = 0
})

/** A task that waits at a service, and what that was sent. */
function world({ idempotent = true, workStart = 'waiting' as WorkStart | undefined } = {}) {
  const inbox = memoryInbox(() => clock * 1000)
  const created: Record<string, unknown>[] = []
  const atMost: (number | undefined)[] = []
  const service = { idempotent, workStart, answer: (): string => 't-1' }
  const deps = {
    inbox,
    tokens: {
      succeed: () => Promise.reject(new Error('Nothing ends here.')),
      fail: () => Promise.reject(new Error('Nothing fails here.')),
    },
    objects: { presign: async ({ key }: { key: string }) => `signed ${key} at ${clock}` },
    provider: {
      idempotent,
      upload: () => Promise.reject(new Error('Nothing is uploaded here.')),
      create: async (_: unknown, __: unknown, body: Record<string, unknown>) => {
        created.push(body)
        return service.answer()
      },
      status: async (_: unknown, __: unknown, taskId: string) =>
        taskId === 't-0'
          ? { task_status: 'success' as const, results: { url: `result of t-0 at ${clock}` } }
          : { task_status: 'running' as const, workStart: service.workStart },
    },
    watch: {
      scheduleFirst: async () => {},
      scheduleNext: async (_: unknown, __?: number, most?: number) => void atMost.push(most),
    },
    backpressure: { refused: async () => {} },
    uniqueId: () => 'id',
    now: () => clock * 1000,
  }
  const open = (signed: SignedUrl[] = [source]) =>
    openTask(
      {
        key,
        token: 'token',
        order: 0,
        feature: bodyReshape,
        stage: 'effect',
        signed,
        request: {
          src_file_url: signed[0]?.url,
          object_infos: [{ name: signed.at(-1)?.url, parameter: 1 }],
        },
        timeoutSeconds: HOUR,
      },
      deps,
    )
  let looks = 0
  const lookAt = async (seconds: number) => {
    clock = seconds
    const message = { key, feature: 'body-reshape', stage: 'effect', looks: looks++ }
    return (await watchTask(message as WatchMessage, deps)).outcome
  }
  return { inbox, created, atMost, service, open, lookAt }
}

function asking(src: string, name = src) {
  return { src_file_url: src, object_infos: [{ name, parameter: 1 }] }
}

test('the URLs of a waiting task are renewed a quarter of their time after they were made, wherever they stand', async () => {
  const { created, atMost, open, lookAt } = world()
  await open([source, earlier])
  await lookAt(HOUR / 2 - 60)
  expect(created).toHaveLength(1)
  await lookAt(HOUR / 2)
  await lookAt(HOUR)
  const at = (seconds: number) =>
    asking(`signed drop/slim/a.png at ${seconds}`, `result of t-0 at ${seconds}`)
  expect(created).toEqual([0, HOUR / 2, HOUR].map(at))
  // It looks again when the next renewal is due.
  expect(atMost).toEqual([60, HOUR / 2, HOUR / 2])
})

test('a request is not repeated once the work has begun, nor when its key may have been forgotten', async () => {
  const { created, service, open, lookAt } = world()
  await open()
  await lookAt(23 * HOUR)
  expect(created).toHaveLength(1)
  const begun = world()
  await begun.open()
  begun.service.workStart = 100
  await begun.lookAt(HOUR / 2)
  expect(begun.created).toHaveLength(1)
  expect(service.workStart).toBe('waiting')
})

test('a service that keeps keys and does not say when work begins is given newer URLs while it works, too', async () => {
  const { created, open, lookAt } = world({ workStart: undefined })
  await open()
  await lookAt(HOUR / 2)
  expect(created).toHaveLength(2)
})

test('a service that keeps no keys is asked for each task once', async () => {
  const { created, open, lookAt } = world({ idempotent: false, workStart: undefined })
  await open()
  expect(await lookAt(HOUR / 2)).toBe('again')
  expect(created).toHaveLength(1)
})

test('what it refuses, and what cannot be renewed, is tried again and ends nothing', async () => {
  const { created, service, open, lookAt } = world()
  await open()
  service.answer = () => {
    throw new ServiceFailure('TaskRefused', '422 IdempotencyMismatch')
  }
  expect(await lookAt(HOUR / 2)).toBe('again')
  service.answer = () => 't-1'
  expect(await lookAt(HOUR / 2 + 900)).toBe('again')
  expect(created.at(-1)).toEqual(asking(`signed drop/slim/a.png at ${HOUR / 2 + 900}`))
})

test('a service that makes a second task is asked no further', async () => {
  const { created, service, inbox, open, lookAt } = world()
  await open()
  service.answer = () => 't-2'
  expect(await lookAt(HOUR / 2)).toBe('again')
  expect(await lookAt(HOUR)).toBe('again')
  expect(created).toHaveLength(2)
  expect((await inbox.findCallback(key))?.taskId).toBe('t-1')
})

test.each([true, false])(
  'a task that the service was too busy to create for long is created with newer URLs (keys: %s)',
  async (idempotent) => {
    const { created, service, open, lookAt } = world({ idempotent })
    service.answer = () => {
      throw new ServiceFailure('ServiceBusy', undefined, { noEffect: true, retryAfterSeconds: 9 })
    }
    await open()
    service.answer = () => 't-1'
    await lookAt(3 * HOUR)
    expect(created).toEqual([0, 3 * HOUR].map((at) => asking(`signed drop/slim/a.png at ${at}`)))
  },
)

test('when it is due again is told in whole seconds, rounded up', async () => {
  const { atMost, open, lookAt } = world()
  await open()
  await lookAt(HOUR / 2 - 60.5)
  await lookAt(HOUR / 2 - 0.25)
  expect(atMost).toEqual([61, 1])
})

test('a defect is no refusal', async () => {
  const { service, open, lookAt } = world()
  await open()
  const defect = new TypeError('a defect')
  service.answer = () => {
    throw defect
  }
  await expect(lookAt(HOUR / 2)).rejects.toBe(defect)
})

test('a creation is repeated until an hour before its key may have been forgotten', async () => {
  const { created, open, lookAt } = world()
  await open()
  await lookAt(23 * HOUR - 1)
  expect(created).toHaveLength(2)
})
