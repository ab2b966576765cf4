import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { restore } from '../../../../functions/pipeline/prepare/restore.ts'

const SLIM = { feature: 'body-reshape', parameters: { features: { slim: 1 } } }
const TOGETHER = { ...SLIM, target: 'all', together: true }
const PREPARED = { step: 0, key: 'prepared/a', preparation: { sent: {} } }
const task = (index: number, status = 'success') => ({ index, taskId: `task-${index}`, status })

type Asked = {
  steps?: object[]
  step?: number
  output?: object
  tasks?: object[]
  prepared?: object | undefined
  /** Persons whose results cannot be restored. */
  unfit?: number[]
  unwritten?: boolean
  /** Keys that are not there any more. */
  gone?: string[]
}

async function run(asked: Asked = {}) {
  const { steps = [SLIM], step = 0, output = {}, tasks = [task(0)], unfit = [] } = asked
  const plan = parseRecipe({ steps, output })
  const source = { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v1', size: 10 }
  const calls: unknown[] = []
  const opened: unknown[] = []
  const pictures = {
    restore: async (
      { returned }: { returned: { index: number; open(): unknown; sent?: { open(): unknown } }[] },
      how: { together: boolean },
      write: (index: number, file: object) => Promise<void>,
    ) => {
      calls.push(['restore', how, returned.map(({ index, sent }) => [index, sent !== undefined])])
      const restored = []
      for (const { index, open, sent } of how.together ? returned.slice(0, 1) : returned) {
        opened.push(await open(), await sent?.open())
        if (unfit.includes(index)) continue
        const file = { bytes: 'b', contentType: 'image/png', ending: '.png' }
        if (!asked.unwritten) await write(index, file)
        restored.push({ index, restoration: {} })
      }
      return restored
    },
  }
  const deps = {
    jobs: { get: async () => ({ id: 'job-1', source, recipe: { name: 'slim', plan } }) },
    objects: {
      open: async ({ key }: { key: string }) =>
        asked.gone?.includes(key) ? undefined : { body: `of ${key}` },
      write: async (...given: unknown[]) => void calls.push(['write', ...given]),
    },
    provider: {
      status: async (_: unknown, __: unknown, taskId: string) => ({
        task_status: 'success',
        results: { url: `https://${taskId}` },
      }),
    },
    download: async (url: string) => ({ bytes: `from ${url}` }),
    preparedPictures: { bucket: 'results', prefix: 'prepared/' },
    pictures,
  }
  const prepared = 'prepared' in asked ? asked.prepared : PREPARED
  const done = { feature: 'body-reshape', detection: null, tasks, prepared }
  const input = { job: 'job-1', step, previous: null, done }
  const result = await restore(input as never, deps as never).catch((error: Error) => error)
  return { result, calls, opened }
}

test('a result is put back into its source, under a key of job, step and person', async () => {
  const { result, calls, opened } = await run({ output: { format: 'png', metadata: 'keep' } })
  const file = { key: 'prepared/job-1/0.restored.0.png', contentType: 'image/png' }
  expect(result).toEqual({ files: [{ index: 0, restoration: {}, ...file }] })
  expect(opened).toEqual(['from https://task-0', 'of prepared/a'])
  expect(calls).toEqual([
    ['restore', { metadata: 'keep', format: 'png', together: false }, [[0, true]]],
    [
      'write',
      { bucket: 'results', key: file.key },
      'b',
      { contentType: 'image/png', metadata: expect.objectContaining({ 'darkroom-job': 'job-1' }) },
    ],
  ])
})

test('a format is for the last step, and without a wish no metadata is kept', async () => {
  const { calls } = await run({ steps: [SLIM, SLIM], output: { format: 'png' } })
  expect(calls[0]).toEqual([
    'restore',
    expect.objectContaining({ format: undefined, together: false }),
    [[0, true]],
  ])
})

test('tasks that failed, and results at the size of the source, are left out', async () => {
  for (const asked of [
    { tasks: [task(0, 'error')] },
    { tasks: [{ index: 0, status: 'success' }] },
    { prepared: undefined },
    { prepared: { step: 0, key: 'a' } },
    { prepared: { step: 0, preparation: {} } },
  ]) {
    const { result, calls } = await run(asked)
    expect([result, calls]).toEqual([{ files: [] }, []])
  }
})

const PARTS = { step: 0, parts: [{ part: 1, key: 'prepared/1', preparation: {} }] }

test('of several pictures that were sent each person has their own', async () => {
  const all = { ...SLIM, target: 'all' }
  const { calls, opened } = await run({
    steps: [all],
    tasks: [task(0), task(1)],
    prepared: PARTS,
  })
  expect(calls[0]).toMatchObject(['restore', { together: false }, [[1, true]]])
  expect(opened).toEqual(['from https://task-1', 'of prepared/1'])
})

test('together all results are in one picture, also those at the size of the source', async () => {
  const both = { steps: [TOGETHER, SLIM], tasks: [task(0), task(1)], prepared: PARTS }
  const { result, calls } = await run(both)
  expect(calls[0]).toMatchObject([
    'restore',
    { together: true },
    [
      [0, false],
      [1, true],
    ],
  ])
  expect(result).toMatchObject({ files: [{ index: 0, together: [0, 1] }] })
  const alone = await run({ ...both, tasks: [task(1)] })
  expect(alone.calls[0]).toMatchObject(['restore', { together: false }, [[1, true]]])
  expect((alone.result as { files: object[] }).files[0]).not.toHaveProperty('together')
})

test('what cannot be put together breaks off where another step needs it', async () => {
  const both = { tasks: [task(0), task(1)], unfit: [0, 1] }
  expect((await run({ ...both, steps: [TOGETHER, SLIM] })).result).toMatchObject({
    code: 'ResultUnavailable',
  })
  expect((await run({ ...both, steps: [TOGETHER] })).result).toEqual({ files: [] })
  expect((await run({ ...both, steps: [SLIM, SLIM] })).result).toEqual({ files: [] })
})

test('what was not written is not told, and what was sent and is gone is said', async () => {
  expect((await run({ unwritten: true })).result).toEqual({ files: [] })
  expect((await run({ gone: ['drop/slim/a.jpg'] })).result).toMatchObject({ code: 'SourceGone' })
  expect((await run({ gone: ['prepared/a'] })).result).toMatchObject({
    code: 'ResultUnavailable',
    message: 'The prepared picture is not there any more.',
  })
})
