import { expect, test } from 'vitest'
import {
  BATCH_ANSWER,
  BATCH_BEGUN_ANSWER,
  BATCH_ITEMS_ANSWER,
  FAILURES_ANSWER,
  JOBS_ANSWER,
  REDRIVE_ANSWER,
  TILES_ANSWER,
  TIMELINE_ANSWER,
} from '../../../catalog/console/wire.ts'

const AT = '2026-01-01T00:00:00.000Z'
const JOB = {
  id: 'job-1',
  status: 'running',
  createdAt: AT,
  key: 'drop/slim/a.jpg',
  size: 0,
  recipe: 'slim',
  attempt: 0,
  batched: false,
  results: [],
}
const STATE = { state: 'Start', atMs: 0, ms: 0, open: false, stretches: [], errors: [] }
const BATCH = {
  id: 'batch-1',
  status: 'running',
  recipe: 'slim',
  createdAt: AT,
  manifest: { bucket: 'lists', key: 'a.jsonl', version: 'v1' },
  concurrency: 1,
  tolerated: 0,
  succeeded: 0,
  failed: 0,
  parked: 0,
  unfinished: 0,
  progress: { done: 0, perSecond: 0 },
}

const job = (more: object) => JOBS_ANSWER.safeParse({ jobs: [{ ...JOB, ...more }] })
const batch = (more: object) => BATCH_ANSWER.safeParse({ batch: { ...BATCH, ...more } })
const item = (more: object) =>
  BATCH_ITEMS_ANSWER.safeParse({ items: [{ line: 0, status: 'failed', ...more }] })
const state = (more: object) => TIMELINE_ANSWER.safeParse({ timeline: [{ ...STATE, ...more }] })
const stretch = (kind: string) => state({ stretches: [{ kind, atMs: 0, ms: 0 }] })
const tiles = (kind: string) => TILES_ANSWER.safeParse({ kind, width: 1, height: 1, levels: [] })
const redrive = (how: string) => REDRIVE_ANSWER.safeParse({ batch: 'batch-1', how })

test.each([
  ['a job', (status: string) => job({ status }), 'running parked succeeded refused failed'],
  ['a batch', (status: string) => batch({ status }), 'running succeeded failed'],
  [
    'a file of a batch',
    (status: string) => item({ status }),
    'succeeded refused failed parked unfinished',
  ],
  ['a stretch of time', stretch, 'work wait pause'],
  ['tiles', tiles, 'picture video'],
  ['a redrive', redrive, 'resumed anew'],
] as const)('%s is one of its kinds, and of no other', (_, read, kinds) => {
  for (const kind of kinds.split(' ')) {
    expect(read(kind)).toMatchObject({ success: true })
    expect(read(`${kind}s`).success).toBe(false)
  }
})

test.each([
  [-1, false],
  [0, true],
  [0.5, false],
  [1, true],
])('there may be %s of what is counted: %s', (count, may) => {
  expect(job({ size: count }).success).toBe(may)
  expect(batch({ total: count }).success).toBe(may)
  expect(item({ line: count }).success).toBe(may)
  expect(BATCH_BEGUN_ANSWER.safeParse({ batch: 'b', key: 'k', files: count }).success).toBe(may)
})

test.each([
  [-0.5, false],
  [0, true],
  [0.5, true],
])('a state may have taken %s ms: %s', (ms, may) => {
  expect(state({ ms }).success).toBe(may)
})

test('what is marked is marked by being there', () => {
  expect(batch({ refusalsCount: true }).success).toBe(true)
  expect(batch({ refusalsCount: false }).success).toBe(false)
  expect(FAILURES_ANSWER.safeParse({ groups: [], more: true }).success).toBe(true)
  expect(FAILURES_ANSWER.safeParse({ groups: [], more: false }).success).toBe(false)
})
