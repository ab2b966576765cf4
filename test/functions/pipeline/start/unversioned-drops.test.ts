import { beforeEach, describe, expect, test } from 'vitest'
import { type BeginJobDeps, beginJob } from '../../../../functions/pipeline/core/begin/begin-job.ts'
import { executionName } from '../../../../functions/pipeline/core/begin/execution-name.ts'
import type { WorkedItem } from '../../../../functions/pipeline/core/ports/batch.ts'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'
import { requireNewest } from '../../../../functions/pipeline/core/sources/require-newest.ts'
import { start } from '../../../../functions/pipeline/start/start.ts'
import { workChunk } from '../../../../functions/pipeline/work-chunk/work-chunk.ts'
import { memoryBudgetAccount } from '../../../faults/ports/memory-budget-account.ts'
import { memoryCompanions } from '../../../faults/ports/memory-companions.ts'
import { type MemoryJobs, memoryJobs } from '../../../faults/ports/memory-jobs.ts'
import { memoryObjects, type Versioning } from '../../../faults/ports/memory-objects.ts'

const BUCKET = 'drop'
const KEY = 'drop/slim/a.jpg'
const SECOND = 1000
const recipe = (slim: number) =>
  JSON.stringify({ steps: [{ feature: 'body-reshape', parameters: { features: { slim } } }] })

describe.each<Versioning>(['suspended', 'never'])('a bucket with versioning %s', (versioning) => {
  let now: number
  let sequence: number
  let jobs: MemoryJobs
  let objects: ReturnType<typeof memoryObjects>
  let deps: BeginJobDeps
  beforeEach(() => {
    now = Date.UTC(2026, 0, 1)
    sequence = 0
    jobs = memoryJobs()
    objects = memoryObjects(
      () => now,
      () => versioning,
    )
    objects.put(BUCKET, 'recipes/slim.json', Buffer.from(recipe(-10)))
    deps = {
      jobs,
      objects,
      companions: memoryCompanions(() => {}),
      startExecution: async () => 'started' as const,
      budgetAccount: memoryBudgetAccount(),
      announce: async () => {},
      uniqueId: () => 'nobody else',
      now: () => now,
    }
  })

  /** Writes an object and returns its event. */
  const write = (text: string, metadata = {}, key = KEY): string => {
    const written = objects.put(BUCKET, key, Buffer.from(text), { metadata })
    sequence += 1
    const object = {
      key,
      size: text.length,
      etag: written.etag,
      sequencer: `0${sequence}`,
      ...(versioning === 'suspended' && { 'version-id': 'null' }),
    }
    const detail = { bucket: { name: BUCKET }, object }
    const time = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z')
    return JSON.stringify({ 'detail-type': 'Object Created', time, detail })
  }
  const hear = async (event: string): Promise<string> => (await start(event, deps)).job ?? ''
  /** The job that a batch's line over a key names. */
  const line = async (key = KEY): Promise<string> => {
    let items: WorkedItem[] = []
    const batches = {
      openChunk: async (chunk: { items: WorkedItem[] }) => {
        items = chunk.items
        return true
      },
      removeJobs: async () => undefined,
    }
    const begin: Parameters<typeof workChunk>[1]['begin'] = (drop) => beginJob(drop, deps)
    await workChunk(
      { token: 't', order: 0, batch: 'b', chunk: 0, items: [{ line: 1, key, recipe: 'slim' }] },
      { batches: batches as never, objects, jobs, tokens: {} as never, begin, bucket: BUCKET },
    )
    return items[0]?.job ?? ''
  }
  const fail = async (id: string, code: 'Superseded' | 'TaskFailed'): Promise<void> => {
    const failure = { code, message: 'It failed.', state: 'Deliver', retryable: false }
    const finishedAt = new Date(now).toISOString()
    const ending = { status: 'failed' as const, failure, finishedAt }
    await jobs.finish(id, {
      ...ending,
      trail: { steps: [], states: [] },
      sourceHash: { unhashed: 'It was not read.' },
    })
  }
  const newest = async (id: string) => {
    const job = (await jobs.get(id)) as Job
    return requireNewest(job, deps).then(
      () => 'newest',
      (error) => error.code,
    )
  }

  test('a repeated event, a drop and the line of a batch over one write are one job', async () => {
    const event = write('one')
    const job = await hear(event)
    now += 90 * SECOND
    expect([await hear(event), await line(), await hear(event)]).toEqual([job, job, job])
    const other = 'drop/slim/b.jpg'
    const later = write('two', {}, other)
    expect(await line(other)).toBe(await hear(later))
    expect(jobs.all()).toHaveLength(2)
    expect(jobs.all().map(({ source }) => source.size)).toEqual([3, 3])
  })

  test('the same bytes written again are another job, after a failure and a mended recipe too', async () => {
    objects.put(BUCKET, 'recipes/slim.json', Buffer.from('{'))
    const first = await hear(write('one'))
    expect((await jobs.get(first))?.refusal?.code).toBe('RecipeInvalid')
    objects.put(BUCKET, 'recipes/slim.json', Buffer.from(recipe(-10)))
    // Within the same second, and later.
    const second = await hear(write('one'))
    now += 5 * SECOND
    const third = await hear(write('one'))
    expect(new Set([first, second, third]).size).toBe(3)
    expect((await jobs.get(second))?.refusal).toBeUndefined()
    expect(await line()).toBe(third)
    expect(await newest(first)).toBe('Superseded')
  })

  test('other metadata make another write, also for a batch within the same second', async () => {
    write('one')
    const first = await line()
    write('one', { 'darkroom-recipe': '{}' })
    const second = await line()
    expect(second).not.toBe(first)
    expect((await jobs.get(second))?.recipe.overrides).toBe('{}')
  })

  test('an event of a write that was overwritten begins the job of the newest one, once', async () => {
    const [one, two] = [write('one'), write('two')]
    const job = await hear(one)
    expect(await hear(two)).toBe(job)
    expect(await hear(one)).toBe(job)
    expect(jobs.all()).toHaveLength(1)
    expect(await newest(job)).toBe('newest')
    // The same bytes as the first, much later: its event is no event of this write.
    now += 60 * SECOND
    const three = write('one')
    const last = await hear(one)
    expect(last).not.toBe(job)
    expect(await hear(three)).toBe(last)
  })

  test('A, B, A within one second: the job of the first A, superseded, does not block the second', async () => {
    const a = write('A')
    const first = await hear(a)
    const b = write('B')
    expect(await newest(first)).toBe('Superseded')
    await fail(first, 'Superseded')
    const again = write('A')
    const began = [await hear(b), await hear(again), await line()]
    const last = began.at(-1) ?? ''
    expect(last).not.toBe(first)
    expect(await newest(last)).toBe('newest')
    expect(jobs.all().length).toBeLessThanOrEqual(3)
    expect([await hear(again), await line()]).toEqual([last, last])
  })

  test('what is deleted, or overwritten by what begins no job, begins none and supersedes none', async () => {
    const event = write('one')
    const job = await hear(event)
    objects.put(BUCKET, KEY, Buffer.from('a result'), { metadata: { 'darkroom-job': 'job-1' } })
    expect(await newest(job)).toBe('SourceGone')
    expect(await start(event, deps)).toEqual({ outcome: 'gone' })
    objects.removeVersion(BUCKET, KEY, objects.versions(BUCKET, KEY)[0]?.version ?? '')
    expect(await newest(job)).toBe('SourceGone')
    expect(await start(event, deps)).toEqual({ outcome: 'gone' })
    // No event tells of what lies below files/, so that no other job takes over.
    write('one', {}, 'files/a.jpg')
    const item = await line('files/a.jpg')
    write('two', {}, 'files/a.jpg')
    expect(await newest(item)).toBe('SourceGone')
    expect(jobs.all()).toHaveLength(2)
  })

  test('a job of an earlier release stays the one of its write, unless it failed', async () => {
    const event = write('one')
    const { etag = '' } = objects.versions(BUCKET, KEY)[0] ?? {}
    const version = versioning === 'never' ? `etag:${etag}` : 'null'
    const source = { bucket: BUCKET, key: KEY, version, size: 3, etag, sequencer: '01' }
    const id = executionName(source, 'slim')
    const createdAt = new Date(now + SECOND).toISOString()
    await jobs.create({
      id,
      attempt: 0,
      source,
      status: 'running',
      recipe: { name: 'slim' },
      createdAt,
    })
    expect([await hear(event), await line()]).toEqual([id, id])
    now += 5 * SECOND
    expect(await hear(write('one'))).not.toBe(id)
    await fail(id, 'TaskFailed')
    expect(await line()).not.toBe(id)
  })
})
