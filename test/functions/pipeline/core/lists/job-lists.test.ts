import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PRICES } from '../../../../../functions/pipeline/core/cost/prices.ts'
import {
  entriesOf,
  partitionOfRecord,
} from '../../../../../functions/pipeline/core/lists/job-lists.ts'
import type { Job } from '../../../../../functions/pipeline/core/ports/job.ts'

const JOB: Job = {
  id: `job-${'a'.repeat(40)}`,
  status: 'succeeded',
  source: { bucket: 'drops', key: 'drop/slim/a.jpg', version: 'v1', size: 1 },
  recipe: { name: 'slim' },
  attempt: 0,
  createdAt: '2026-11-26T12:00:00.000Z',
}
const FAILED: Job = {
  ...JOB,
  status: 'failed',
  failure: { code: 'TaskBroke', message: 'It broke.', state: 'CreateTask', retryable: true },
}

test('the lists of a million files cost less than two dollars, one in twenty of them failed', () => {
  // An entry is one unit in the table and one in the index as long as it is below a kilobyte.
  const entries = [...entriesOf(JOB), ...entriesOf(FAILED)]
  for (const entry of entries) expect(JSON.stringify(entry).length).toBeLessThan(400)
  const writes = 2 * (0.95 * entriesOf(JOB).length + 0.05 * entriesOf(FAILED).length)
  const dollars = 1e6 * writes * PRICES.dynamoWrite
  expect(dollars).toBeCloseTo(1.375)
  const page = new URL('../../../../../docs/console.md', import.meta.url)
  const [, told] = /for a million files \| \$([\d.]+) \|/.exec(readFileSync(page, 'utf8')) ?? []
  expect(Number(told)).toBeCloseTo(dollars, 1)
})

test('of a thousand files a second no partition takes a thousand units', () => {
  const written = new Map<string, number>()
  const write = (partition: string, units: number) =>
    written.set(partition, (written.get(partition) ?? 0) + units)
  for (let at = 0; at < 1000; at++) {
    const job = { ...FAILED, id: `job-${at.toString(16).padStart(40, '0')}` }
    // Made of one unit, ended of two, funded and noted: what an estimate counts of the index by day.
    write(partitionOfRecord(job), 5)
    for (const { day } of entriesOf(job)) write(day, 1)
  }
  expect(Math.max(...written.values())).toBeLessThan(1000)
  expect([...written.values()].reduce((sum, units) => sum + units)).toBe(8000)
})

test('what no recipe can be called makes no entry, and a file that came back as it was is refused', () => {
  expect(entriesOf({ ...JOB, recipe: { name: 'x'.repeat(900) } })).toEqual([])
  const refused = { step: 0, code: 'NoTarget', words: 'Nobody.' }
  expect(entriesOf({ ...JOB, refused }).map(({ day }) => day.split(' 2026')[0])).toEqual([
    'recipe slim',
    'refused',
    'reason NoTarget',
  ])
})

test.each([
  ['2026-11-26T12:00:00.000Z', 0],
  ['2026-11-26T12:00:00.999Z', 0],
  ['2026-11-26T12:00:01.000Z', 1],
])('entries of a job made at %s are kept for four hundred days', (createdAt, after) => {
  const kept = Date.UTC(2026, 10, 26, 12) / 1000 + 400 * 86_400 + after
  const entries = entriesOf({ ...FAILED, createdAt })
  expect(entries.length).toBeGreaterThan(1)
  expect(new Set(entries.map(({ expiresAt }) => expiresAt))).toEqual(new Set([kept]))
})

test('an entry is listed by the day its job was made', () => {
  const [first] = entriesOf({ ...JOB, createdAt: '2026-11-26T23:59:59.999Z' })
  expect(first?.day).toMatch(/^recipe slim 2026-11-26#\d+$/)
})

test.each([
  [200, 1],
  [201, 0],
])('a recipe whose name has %d characters has %d lists', (length, lists) => {
  expect(entriesOf({ ...JOB, recipe: { name: 'x'.repeat(length) } })).toHaveLength(lists)
})
