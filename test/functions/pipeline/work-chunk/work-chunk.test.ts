import { beforeEach, expect, test, vi } from 'vitest'
import { THROTTLES } from '../../../../catalog/limits/throttles.ts'
import { log } from '../../../../functions/log.ts'
import { executionName } from '../../../../functions/pipeline/core/begin/execution-name.ts'
import type { BatchItem, WorkedItem } from '../../../../functions/pipeline/core/ports/batch.ts'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'
import {
  type WorkChunkDeps,
  workChunk,
} from '../../../../functions/pipeline/work-chunk/work-chunk.ts'
import { memoryJobs } from '../../../faults/ports/memory-jobs.ts'

const denied = Object.assign(new Error('Access Denied'), { name: 'AccessDenied' })
const throttled = Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' })

beforeEach(() => {
  for (const level of ['info', 'warn'] as const) vi.spyOn(log, level).mockReturnValue()
})

type Situation = {
  /** The size of the object of each key, or what looking at it throws. */
  objects: Record<string, number | Error>
  /** What beginning the job of a key throws. */
  broken?: Record<string, Error>
  order?: number
  /** What an earlier try stored. */
  opened?: WorkedItem[]
  outdated?: boolean
  jobs?: Pick<Job, 'id' | 'status' | 'failure'>[]
}

const idOf = (key: string) => executionName({ bucket: 'drop', key, version: 'v1' }, 'slim')
const item = (line: number, key: string): BatchItem => ({ line, key, recipe: 'slim' })

async function work(items: BatchItem[], situation: Situation) {
  const { objects, broken = {}, order = 0, opened, outdated = false, jobs: known = [] } = situation
  const stored: WorkedItem[][] = []
  const waited: unknown[] = []
  const begun: unknown[] = []
  const removed: unknown[] = []
  const resumed: unknown[] = []
  const jobs = memoryJobs()
  for (const job of known) await jobs.create(job as Job)
  const deps = {
    batches: {
      openedItems: async () => opened,
      openChunk: async (chunk: { items: WorkedItem[]; ended: string[] }) => {
        if (!outdated) stored.push(chunk.items)
        const jobs = chunk.items.flatMap(({ job }) => job ?? [])
        waited.push(...jobs.filter((job) => !chunk.ended.includes(job)))
        return !outdated
      },
      removeJobs: async (batch: string, chunk: number, ids: string[]) => {
        removed.push([batch, chunk, ids])
        const all = stored.at(-1)?.flatMap(({ job }) => job ?? []) ?? []
        return all.every((id) => ids.includes(id)) ? 'token' : undefined
      },
    },
    objects: {
      head: async ({ key }: { key: string }) => {
        const size = objects[key]
        if (size instanceof Error) throw size
        const metadata = key.includes('result') ? { 'darkroom-job': 'job-0' } : {}
        return size === undefined ? undefined : { version: 'v1', size, etag: 'e', metadata }
      },
    },
    jobs,
    tokens: { succeed: async (...told: unknown[]) => void resumed.push(told) },
    begin: async (drop: { source: { key: string } }) => {
      const error = broken[drop.source.key]
      if (error) throw error
      begun.push(drop)
    },
    bucket: 'drop',
  } as unknown as WorkChunkDeps
  const input = { token: 'token', order, batch: 'batch-1', chunk: 3, items }
  const error = await workChunk(input, deps).then(
    () => undefined,
    (thrown: Error) => thrown,
  )
  return { error, items: stored.at(-1), waited, begun, removed, resumed }
}

test('each good line begins its job, which the chunk waits for', async () => {
  const { items, begun, removed, resumed } = await work([item(1, 'a.jpg'), item(2, 'b.jpg')], {
    objects: { 'a.jpg': 5, 'b.jpg': 6 },
    jobs: [{ id: idOf('a.jpg'), status: 'running' }],
  })
  expect(items).toEqual([
    { ...item(1, 'a.jpg'), version: 'v1', job: idOf('a.jpg') },
    { ...item(2, 'b.jpg'), version: 'v1', job: idOf('b.jpg') },
  ])
  const source = { bucket: 'drop', key: 'a.jpg', version: 'v1', size: 5, etag: 'e' }
  expect(begun[0]).toEqual({ source, recipe: 'slim', attempt: 0, batched: true })
  expect(begun).toHaveLength(2)
  expect(removed).toEqual([['batch-1', 3, []]])
  expect(resumed).toEqual([])
})

test('jobs that have ended or are parked are not waited for', async () => {
  const { removed, resumed } = await work([item(1, 'a.jpg'), item(2, 'b.jpg')], {
    objects: { 'a.jpg': 5, 'b.jpg': 6 },
    jobs: [
      { id: idOf('a.jpg'), status: 'parked' },
      { id: idOf('b.jpg'), status: 'succeeded' },
    ],
  })
  expect(removed).toEqual([['batch-1', 3, [idOf('a.jpg'), idOf('b.jpg')]]])
  expect(resumed).toEqual([['token', {}]])
})

test('what is no file to work on is stored with its reason, and begins nothing', async () => {
  const failure = { code: 'LineInvalid', message: 'It says nothing.' }
  const lines = [
    { line: 1, failure },
    item(2, 'gone.jpg'),
    item(3, 'a result.jpg'),
    item(4, 'empty.jpg'),
    { line: 5, key: 'a.jpg' },
  ]
  const objects = { 'a result.jpg': 5, 'empty.jpg': 0, 'a.jpg': 1 }
  const { items, begun, resumed } = await work(lines, { objects })
  expect(items?.map((one) => one.failure?.code)).toEqual([
    ...['LineInvalid', 'SourceGone', 'IsResult', 'LineInvalid'],
    undefined,
  ])
  expect(items?.[3]?.failure?.message).toBe('The object is empty.')
  expect(begun).toEqual([])
  expect(resumed).toEqual([['token', {}]])
})

test('a version that a line names is the one that is looked at', async () => {
  const { items } = await work([{ ...item(1, 'a.jpg'), version: 'v0' }], {
    objects: { 'a.jpg': 5 },
  })
  expect(items).toMatchObject([{ version: 'v1', job: idOf('a.jpg') }])
})

test('a later try asks nothing of what has ended but that it has', async () => {
  const known = (line: number, key: string) => ({ ...item(line, key), job: idOf(key) })
  const lines = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map((key, at) => item(at + 1, key))
  const opened = lines.slice(0, 3).map(({ line, key }) => known(line, key!))
  const superseded = { failure: { code: 'Superseded', message: '' } } as Pick<Job, 'failure'>
  const jobs = [
    { id: idOf('a.jpg'), status: 'succeeded' as const },
    { id: idOf('b.jpg'), status: 'running' as const },
    { id: idOf('c.jpg'), status: 'failed' as const, ...superseded },
    { id: idOf('d.jpg'), status: 'succeeded' as const },
  ]
  const objects = { 'a.jpg': throttled, 'b.jpg': 5, 'c.jpg': 5, 'd.jpg': 5 }
  const begunOf = ({ begun }: { begun: unknown[] }) =>
    begun.map((drop) => (drop as { source: { key: string } }).source.key)
  const later = await work(lines, { objects, opened, jobs, order: 1 })
  expect(later.error).toBeUndefined()
  expect(later.items?.[0]).toEqual(opened[0])
  expect(later.waited).toEqual(['b.jpg', 'c.jpg', 'd.jpg'].map(idOf))
  expect(begunOf(later)).toEqual(['b.jpg', 'c.jpg', 'd.jpg'])
  const first = await work(lines, { objects, opened, jobs })
  expect(first.error).toBe(throttled)
})

test('an outdated try begins nothing', async () => {
  const { begun, removed } = await work([item(1, 'a.jpg')], {
    objects: { 'a.jpg': 5 },
    outdated: true,
  })
  expect([begun, removed]).toEqual([[], []])
})

const both = [item(1, 'a.jpg'), item(2, 'b.jpg')]

test.each([
  [0, 'AccessDenied'],
  [4, 'AccessDenied'],
  [5, undefined],
  [1004, 'AccessDenied'],
  [1005, undefined],
])(
  'an object that cannot be looked at fails try %i with %s, after the others began',
  async (order, name) => {
    const objects = { 'a.jpg': denied, 'b.jpg': 6 }
    const { error, items, begun } = await work(both, { objects, order })
    expect(error?.name).toBe(name)
    expect(begun).toHaveLength(1)
    expect(items?.map(({ failure }) => failure?.code)).toEqual(['ItemUnreadable', undefined])
  },
)

test('what an earlier try began is remembered where its object cannot be looked at again', async () => {
  const opened = [
    { line: 1, key: 'a.jpg' },
    { line: 2, key: 'b.jpg', job: 'job-of-b' },
    { line: 3, key: 'c.jpg', job: 'job-of-c' },
  ]
  const objects = { 'a.jpg': denied, 'c.jpg': denied }
  const lines = [item(1, 'a.jpg'), item(3, 'c.jpg')]
  const { items } = await work(lines, { objects, opened, order: 5 })
  expect(items).toEqual([
    { ...item(1, 'a.jpg'), failure: expect.objectContaining({ code: 'ItemUnreadable' }) },
    opened[2],
  ])
})

test('a job that cannot be begun is left at last, and while AWS throttles it is not', async () => {
  const objects = { 'a.jpg': 5, 'b.jpg': 6 }
  const broken = { 'a.jpg': denied }
  expect((await work(both, { objects, broken, order: 4 })).error).toBe(denied)
  const left = await work(both, { objects, broken, order: 5 })
  expect([left.error, left.begun.length]).toEqual([undefined, 1])
  expect(left.removed).toEqual([['batch-1', 3, [idOf('a.jpg')]]])
  const busy = { objects, broken: { 'a.jpg': throttled }, order: 5 }
  expect((await work(both, busy)).error).toBe(throttled)
  const unseen = { objects: { ...objects, 'a.jpg': throttled }, order: 5 }
  expect((await work(both, unseen)).error).toBe(throttled)
})

test.each(THROTTLES)(
  '%s is waited for by any number of tries, and then nothing has failed',
  async (name) => {
    const full = Object.assign(new Error('Too much at once.'), { name })
    const lines = [item(1, 'a.jpg'), item(2, 'b.jpg')]
    for (const order of [0, 5, 40, 1_007]) {
      const looked = await work(lines, { objects: { 'a.jpg': full, 'b.jpg': 6 }, order })
      expect(looked.error).toBe(full)
      const objects = { 'a.jpg': 5, 'b.jpg': 6 }
      const begun = await work(lines, { objects, broken: { 'a.jpg': full }, order })
      expect(begun.error).toBe(full)
      // The other line does not wait for it, the chunk for both.
      for (const { begun: jobs, resumed } of [looked, begun]) {
        expect([jobs.length, resumed]).toEqual([1, []])
      }
      expect(begun.removed).toEqual([])
    }
    const { error, items, begun } = await work(lines, {
      objects: { 'a.jpg': 5, 'b.jpg': 6 },
      order: 41,
    })
    expect(error).toBeUndefined()
    expect(items?.filter(({ failure }) => failure)).toEqual([])
    expect(begun).toHaveLength(2)
  },
)
