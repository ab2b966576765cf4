import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { callbackKey } from '../../../../functions/pipeline/core/ports/inbox.ts'
import { ServiceFailure } from '../../../../functions/pipeline/core/ports/provider.ts'
import { createTask } from '../../../../functions/pipeline/create-task/create-task.ts'
import { memoryInbox } from '../../../faults/ports/memory-inbox.ts'

const JOB = {
  id: 'job-1',
  source: { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v1', size: 10 },
  recipe: {
    name: 'slim',
    plan: parseRecipe({
      steps: [{ feature: 'body-reshape', parameters: { features: { slim: -60 } } }],
    }),
  },
}
const FIRST = { job: JOB.id, step: 0, attempt: 0, previous: null, target: { index: 0 }, order: 0 }
const KEY = callbackKey({ ...FIRST, stage: 'effect', target: 0 })

test('a second try of the state sends the request of the first, and waits under its own token', async () => {
  const inbox = memoryInbox(() => 0)
  const bodies: object[] = []
  const lanes: unknown[] = []
  let signed = 0
  const busy = new ServiceFailure('ServiceUnreachable')
  const deps = {
    inbox,
    jobs: {
      get: async () => ({ ...JOB, batched: true }),
      newestSequencer: async () => undefined,
    } as never,
    objects: { presign: async () => `https://drop.example/?n=${++signed}` } as never,
    provider: {
      idempotent: true,
      create: async (_: unknown, __: unknown, body: object, key: string, batched?: boolean) => {
        bodies.push(body)
        lanes.push([key, batched])
        if (bodies.length === 1) throw busy
        return 'task-1'
      },
    } as never,
    watch: { scheduleFirst: async () => {}, scheduleNext: async () => {} },
    tokens: {} as never,
    backpressure: {} as never,
    preparedPictures: {} as never,
    uniqueId: () => 'id',
    now: () => 0,
  }
  await expect(createTask({ ...FIRST, token: 'first' }, deps)).rejects.toBe(busy)
  await createTask({ ...FIRST, token: 'second', order: 1 }, deps)
  // The service would refuse another body under the same key.
  expect(bodies[1]).toEqual(bodies[0])
  // Its job is one of a batch, in both tries.
  expect(lanes).toEqual([
    [KEY, true],
    [KEY, true],
  ])
  expect(await inbox.findCallback(KEY)).toMatchObject({ token: 'second', order: 1 })
  expect(await inbox.findTask('task-1')).toMatchObject({ key: KEY, token: 'second' })
})
