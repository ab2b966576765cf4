import { expect, test } from 'vitest'
import { codeOf } from '../../../../../catalog/features/code-of.ts'
import { findFeature } from '../../../../../catalog/features/features.ts'
import type { JobStep } from '../../../../../functions/pipeline/core/steps/load-step.ts'
import {
  type OpenSourceDeps,
  openSource,
} from '../../../../../functions/pipeline/core/steps/open-source.ts'
import {
  headerOf,
  readStart,
  type SourceHeaderDeps,
  startOf,
} from '../../../../../functions/pipeline/core/steps/source-header.ts'

const NAME = 'skin-simulation'
const NOBODY = codeOf(findFeature(NAME)!, { condition: 'target', role: undefined })
const PREVIOUS = { taskId: 'task-1', feature: NAME }
const URL = 'https://service.example/result'

/** The third step; the second one names an index. */
const AT = {
  job: { id: 'job-1', source: { bucket: 'drops', key: 'a' } },
  plan: { steps: ['largest', 'index:2', 'index:7', 'index:8'].map((target) => ({ target })) },
  index: 2,
} as unknown as JobStep

/** What is there when the task of the step before has this status and its result so many bytes. */
function depsWith(status: object, size?: number) {
  return {
    provider: { status: async () => status },
    download: async (url: string) => ({ bytes: Buffer.from(`bytes of ${url}`), size }),
    objects: {
      open: async ({ key }: { key: string }) =>
        key === 'gone' ? undefined : { body: [Buffer.from(`bytes of ${key}`)], size: 10 },
    },
    preparedPictures: { bucket: 'results', prefix: 'prepared/' },
  } as unknown as SourceHeaderDeps & OpenSourceDeps
}

const first = async (reader: { take(length: number): Promise<Buffer> }) =>
  (await reader.take(40)).toString()

test('a start is read of the dropped file, or of the result before', async () => {
  const made = { task_status: 'success', results: { url: URL } }
  expect(await startOf(AT, null, depsWith({}), first)).toEqual({ header: 'bytes of a', bytes: 10 })
  expect(await startOf(AT, PREVIOUS, depsWith(made, 70), first)).toEqual({
    header: `bytes of ${URL}`,
    bytes: 70,
  })
  expect(await startOf(AT, PREVIOUS, depsWith(made), first)).toMatchObject({ bytes: 0 })
  const gone = { ...AT, job: { id: 'job-1', source: { bucket: 'drops', key: 'gone' } } } as JobStep
  expect(await startOf(gone, null, depsWith({}), first)).toBeUndefined()
})

test.each([{}, { url: [URL] }, { url: 7 }])('results %j have no file to read', async (results) => {
  const deps = depsWith({ task_status: 'success', results })
  expect(await startOf(AT, PREVIOUS, deps, first)).toBeUndefined()
  await expect(openSource(AT, PREVIOUS, deps)).rejects.toMatchObject({ code: 'ResultUnavailable' })
})

test('who is missing is who the step before was for', async () => {
  const deps = depsWith({ task_status: 'error', error: NOBODY })
  for (const read of [
    () => startOf(AT, PREVIOUS, deps, first),
    () => openSource(AT, PREVIOUS, deps),
  ]) {
    await expect(read()).rejects.toMatchObject({
      code: 'TargetMissing',
      message: expect.stringContaining('index 2,'),
    })
  }
})

test.each([
  ['jpeg', { format: 'jpeg', width: 64, height: 48 }],
  ['png', { format: 'png', width: 64, height: 48 }],
  ['webp', { format: 'other' }],
])('of a restored %s its record tells the header', async (format, header) => {
  const restored = { key: 'results/a', restoration: { format, width: 64, height: 48, bytes: 99 } }
  const previous = { ...PREVIOUS, restored } as never
  expect(await headerOf(AT, previous, depsWith({}))).toEqual({ header, bytes: 99 })
  expect(await openSource(AT, previous, depsWith({}))).toEqual([Buffer.from('bytes of results/a')])
})

test('a file is let go of once its start is read, or could not be', async () => {
  let closed = 0
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(8)
    } finally {
      closed++
    }
  }
  const length = async (reader: { take(length: number): Promise<Buffer> }) =>
    (await reader.take(20)).length
  expect(await readStart(endless(), 5, length)).toEqual({ header: 20, bytes: 5 })
  expect(closed).toBe(1)
  const fails = readStart(endless(), 5, async (reader) => {
    await reader.take(1)
    throw new Error('torn')
  })
  await expect(fails).rejects.toThrow('torn')
  expect(closed).toBe(2)
})

test('the source is the dropped file, or the result of the step before', async () => {
  const made = { task_status: 'success', results: { url: URL } }
  expect(await openSource(AT, null, depsWith({}))).toEqual([Buffer.from('bytes of a')])
  expect(await openSource(AT, PREVIOUS, depsWith(made))).toEqual(Buffer.from(`bytes of ${URL}`))
  const gone = { ...AT, job: { id: 'job-1', source: { bucket: 'drops', key: 'gone' } } } as JobStep
  await expect(openSource(gone, null, depsWith({}))).rejects.toMatchObject({ code: 'SourceGone' })
})
