import { expect, test } from 'vitest'
import { outPaint } from '../../../../catalog/features/out-paint.ts'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { callbackKey } from '../../../../functions/pipeline/core/ports/inbox.ts'
import { ServiceFailure } from '../../../../functions/pipeline/core/ports/provider.ts'
import {
  type CreateTaskInput,
  createTask,
} from '../../../../functions/pipeline/create-task/create-task.ts'
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
  // Nothing was signed, or uploaded, for the second.
  expect(signed).toBe(1)
  // Its job is one of a batch, in both tries.
  expect(lanes).toEqual([
    [KEY, true],
    [KEY, true],
  ])
  expect(await inbox.findCallback(KEY)).toMatchObject({ token: 'second', order: 1 })
  expect(await inbox.findTask('task-1')).toMatchObject({ key: KEY, token: 'second' })
})

/** The key and the body that the effect task of a step is created with, where an earlier state has left callbacks. */
async function created(
  recipe: object,
  more: Partial<CreateTaskInput> = {},
  callbacks: Record<string, object> = {},
) {
  const inbox = memoryInbox(() => 0)
  const find = inbox.findCallback
  const sent: [string, Record<string, unknown>][] = []
  const uploads: string[] = []
  const deps = {
    inbox: { ...inbox, findCallback: async (key: string) => callbacks[key] ?? (await find(key)) },
    jobs: {
      get: async () => ({ ...JOB, recipe: { name: 'slim', plan: parseRecipe(recipe) } }),
      newestSequencer: async () => undefined,
    },
    objects: {
      presign: async ({ key }: { key: string }) => `https://drop.example/${key}`,
      open: async () => ({ size: 10 }),
      head: async () => ({ size: 10 }),
    },
    provider: {
      idempotent: true,
      create: async (_: unknown, __: unknown, body: Record<string, unknown>, key: string) => {
        sent.push([key, body])
        return 'task-1'
      },
      upload: async ({ name }: { name: string }) => {
        uploads.push(name)
        return 'uploaded'
      },
    },
    watch: { scheduleFirst: async () => {}, scheduleNext: async () => {} },
    preparedPictures: { bucket: 'results', prefix: 'prepared/' },
    uniqueId: () => 'id',
    now: () => 0,
  } as never
  await createTask({ ...FIRST, token: 'first', ...more }, deps)
  const [[key, body] = ['', {}]] = sent
  return { key, body, uploads }
}
const SLIM = { feature: 'body-reshape', parameters: { features: { slim: -60 } } }
const { src_file_url: _, ...parameters } = outPaint.example
const LARGER = { feature: 'out-paint', parameters }

test('a task names its source and its target by their places in what is sent', async () => {
  const { key, body } = await created({ steps: [SLIM] }, { target: { index: 3 } })
  expect(key).toBe('job-1/0/effect/3/0')
  expect(body).toEqual({
    ...SLIM.parameters,
    version: '1.0',
    src_file_url: 'https://drop.example/drop/slim/a.jpg',
    index: 3,
  })
  // In a picture of its own that one is the first, and the task is still that of the third.
  const own = await created({ steps: [SLIM] }, { target: { index: 0, part: 3 } })
  expect([own.key, own.body['index']]).toEqual([key, 0])
  // An effect on the whole picture is told nobody.
  expect((await created({ steps: [LARGER] })).body).not.toHaveProperty('index')
})

test('the last step alone gives the format that the recipe wants', async () => {
  const steps = [LARGER, SLIM]
  const output = { format: 'png' }
  expect((await created({ steps, output })).body).not.toHaveProperty('output_format')
  const previous = { taskId: 't', feature: 'out-paint', restored: { index: 0, key: 'r' } as never }
  const last = await created({ steps, output }, { step: 1, previous })
  expect(last.body).toMatchObject({
    output_format: 'png',
    src_file_url: 'https://drop.example/r',
  })
  expect((await created({ steps })).body).not.toHaveProperty('output_format')
})

/** What a detection of this key sent as its source. */
const detected = (key: string, id: unknown) => ({ [key]: { request: { src_file_id: id } } })

test('a file that was uploaded for the detection is not uploaded again', async () => {
  const recipe = { steps: [SLIM], transfer: 'upload' }
  const key = 'job-1/0/pre-process/0/0'
  const again = await created(recipe, {}, detected(key, 'found'))
  expect([again.body['src_file_id'], again.uploads]).toEqual(['found', []])
  // Of somebody worked on in a picture of its own it was that picture.
  const part = { target: { index: 0, part: 2 } }
  const own = await created(recipe, part, detected('job-1/0/pre-process/2/0', 'own'))
  expect([own.body['src_file_id'], own.uploads]).toEqual(['own', []])
  for (const [given, more, left] of [
    [recipe, {}, {}],
    [recipe, {}, detected(key, undefined)],
    // A recipe that names the index detects nobody.
    [{ ...recipe, steps: [{ ...SLIM, target: 'index:0' }] }, {}, detected(key, 'found')],
    [recipe, part, detected(key, 'found')],
  ] as const) {
    const { body, uploads } = await created(given, more, left)
    expect([body['src_file_id'], uploads]).toEqual(['uploaded', ['a.jpg']])
  }
  const byUrl = await created({ steps: [SLIM], transfer: 'url' }, {}, detected(key, 'found'))
  expect(byUrl.body).not.toHaveProperty('src_file_id')
})

test('what was prepared for a step is sent by its own task, and what was for another is not', async () => {
  const prepared = { step: 0, key: 'prepared/a.jpg' } as never
  const { key, body } = await created({ steps: [SLIM] }, { prepared })
  expect(key).toBe('job-1/0/effect/0/0/prepared')
  expect(body['src_file_url']).toBe('https://drop.example/prepared/a.jpg')
  const other = await created({ steps: [SLIM] }, { prepared: { step: 1, key: 'b' } as never })
  expect(other.key).toBe('job-1/0/effect/0/0')
  expect(other.body['src_file_url']).toBe('https://drop.example/drop/slim/a.jpg')
})

test('a frame is named by its place in the video that was prepared', async () => {
  const sent = { width: 4, height: 4, bytes: 1, seconds: 10, frames: 150 }
  const video = { source: { ...sent, frames: 300 }, sent }
  const inputs = { msk: { object: 'inputs/mask.png' } }
  const frameOf = async (frame: number, prepared?: object) => {
    const erase = { feature: 'obj-rem-vid', parameters: { frame_idx: frame }, inputs }
    const made = await created({ steps: [erase] }, { prepared: prepared as never })
    return made.body['frame_idx']
  }
  const prepared = { step: 0, key: 'prepared/a.mp4', video }
  expect(await frameOf(100, prepared)).toBe(50)
  expect(await frameOf(100)).toBe(100)
  // Of another step it says nothing, and neither does one in which the frame is not.
  expect(await frameOf(100, { ...prepared, step: 1 })).toBe(100)
  expect(await frameOf(300, prepared)).toBe(300)
})
