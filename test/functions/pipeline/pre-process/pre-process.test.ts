import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { callbackKey } from '../../../../functions/pipeline/core/ports/inbox.ts'
import type { Prepared, PreparedEach } from '../../../../functions/pipeline/core/ports/prepared.ts'
import {
  type PreProcessDeps,
  preProcess,
} from '../../../../functions/pipeline/pre-process/pre-process.ts'
import { memoryInbox } from '../../../faults/ports/memory-inbox.ts'

const PREPARED = { step: 0, key: 'prepared/a.jpg', preparation: null, restores: true } as const

/** The start of a PNG (W3C PNG, section 11.2.1). */
function pngOf({ width, height }: { width: number; height: number }): Buffer {
  const start = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000802000000', 'hex')
  start.writeUInt32BE(width, 16)
  start.writeUInt32BE(height, 20)
  return start
}

/** Runs the state for a step whose source went through Prepare, and tells what it did. */
async function detect(
  prepared: Prepared | PreparedEach | null,
  step: object = {},
  size: { width: number; height: number } = { width: 10, height: 10 },
) {
  const slim = { feature: 'body-reshape', parameters: { features: { slim: -60 } }, ...step }
  const job = {
    id: 'job-1',
    source: { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v1', size: 10 },
    recipe: { name: 'slim', plan: parseRecipe({ steps: [slim], timeoutSeconds: 700 }) },
  }
  const inbox = memoryInbox(() => 0)
  const created: unknown[] = []
  const watched: unknown[] = []
  const resumed: unknown[] = []
  const deps = {
    inbox,
    jobs: { get: async () => job },
    objects: {
      presign: async ({ bucket, key, version }: Record<string, string>) =>
        `https://${bucket}.example/${key}?v=${version}`,
      head: async () => ({ versionId: 'p1' }),
      open: async () => ({ body: [pngOf(size)], size: 1_000 }),
    },
    provider: {
      idempotent: true,
      create: async ({ name }: { name: string }, stage: string, body: object, key: string) => {
        created.push({ name, stage, body, key })
        return 'task-1'
      },
    },
    watch: { scheduleFirst: async (message: unknown) => void watched.push(message) },
    tokens: { succeed: async (...told: unknown[]) => void resumed.push(told) },
    preparedPictures: { bucket: 'prepared', prefix: 'prepared/' },
    uniqueId: () => 'id',
    now: () => 1_000_000,
  } as unknown as PreProcessDeps
  const input = { job: job.id, step: 0, attempt: 2, previous: null, token: 'token', order: 0 }
  await preProcess({ ...input, prepared }, deps)
  return { inbox, created, watched, resumed }
}

const at = { job: 'job-1', step: 0, stage: 'pre-process', attempt: 2 } as const

test('a detection is created in the picture that was prepared, and the state waits for it', async () => {
  const { inbox, created, watched, resumed } = await detect(PREPARED)
  const key = callbackKey({ ...at, target: 0, isPrepared: true })
  const body = { src_file_url: 'https://prepared.example/prepared/a.jpg?v=p1' }
  expect(created).toEqual([{ name: 'body-reshape', stage: 'pre-process', body, key }])
  expect(watched).toMatchObject([{ key, feature: 'body-reshape', taskId: 'task-1' }])
  expect(await inbox.findCallback(key)).toMatchObject({
    token: 'token',
    order: 0,
    workSeconds: 700,
    signed: [{ url: body.src_file_url, at: 1000 }],
  })
  expect(resumed).toEqual([])
})

test('the part of one target has a task of its own', async () => {
  const { created } = await detect({ ...PREPARED, part: 2 })
  expect(created).toMatchObject([{ key: callbackKey({ ...at, target: 2, isPrepared: true }) }])
})

test('where the file met the rule after all, the dropped object is looked at', async () => {
  const { created } = await detect({ ...PREPARED, key: null })
  expect(created).toMatchObject([
    {
      key: callbackKey({ ...at, target: 0, isPrepared: false }),
      body: { src_file_url: 'https://drop.example/drop/slim/a.jpg?v=v1' },
    },
  ])
})

test('a step that names its index goes on at once', async () => {
  const { created, resumed } = await detect(PREPARED, { target: 'index:0' })
  expect(created).toEqual([])
  expect(resumed).toEqual([['token', { taskId: null, status: 'success' }]])
})

test('each target with a picture of its own, and a source that cannot be cropped, end the state', async () => {
  const each = { ...PREPARED, parts: [], feature: 'body-reshape', last: true }
  await expect(detect(each)).rejects.toMatchObject({ code: 'PreparedEach' })
  await expect(detect({ ...PREPARED, refusal: 'Too narrow.' })).rejects.toMatchObject({
    code: 'SourceUnfit',
    message: 'Too narrow.',
  })
})

test('a file is looked at unless it went through Prepare for this step', async () => {
  const least = { width: 400, height: 320 }
  const small = { width: 400, height: 319 }
  for (const prepared of [null, { ...PREPARED, step: 1 }]) {
    expect((await detect(prepared, {}, least)).created).toHaveLength(1)
    await expect(detect(prepared, {}, small)).rejects.toMatchObject({ code: 'NeedsPreparing' })
  }
  expect((await detect({ ...PREPARED, key: null }, {}, small)).created).toHaveLength(1)
})
