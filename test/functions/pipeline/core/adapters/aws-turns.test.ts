import { expect, test } from 'vitest'
import {
  awsTurns,
  mustCount,
  partOf,
} from '../../../../../functions/pipeline/core/adapters/aws-turns.ts'
import { waitForTurn } from '../../../../../functions/pipeline/core/waiting/wait-for-turn.ts'

test.each([
  [0, 9.999, false],
  [0, 10, true],
  [2_000, 10, true],
  [2_001, 19.999, false],
  [2_001, 20, true],
  [4_001, 30, true],
  [4_001, 29, false],
])('a count of %i that is %d seconds old is made anew: %s', (open, seconds, anew) => {
  expect(mustCount({ at: 100, open, part: 5, left: 1 }, 100 + seconds)).toBe(anew)
})

test.each([
  [0, 2.999, false],
  [0, 3, true],
  [1_999, 3, true],
  [2_000, 3, false],
])('a part of %i that is used up for %d seconds is counted anew: %s', (open, seconds, anew) => {
  expect(mustCount({ at: 100, open, part: 5, left: 0 }, 100 + seconds)).toBe(anew)
  // Where there was no room, nothing was used up.
  expect(mustCount({ at: 100, open, part: 0, left: 0 }, 100 + seconds)).toBe(false)
})

test('room is divided among those who share it', () => {
  const part = (most: number, open: number) => partOf({ most, open, sharers: 3 }).part
  expect([part(10, 10), part(10, 11), part(10, 9), part(10, 6), part(10, 4)]).toEqual([
    0, 0, 1, 2, 2,
  ])
  expect(partOf({ most: 9, open: 0, sharers: 3 })).toEqual({ part: 3, left: 3 })
})

test('what stands in line is kept for five days', async () => {
  const written: object[] = []
  const send = async ({ input }: { input: object }) => {
    written.push(input)
    return {}
  }
  const turns = awsTurns({ db: { send }, table: 'jobs', now: () => 1_999, pipeline: 'p' } as never)
  await turns.leave('job-1')
  await turns.stepOut('job-1', 2)
  const expiresAt = 1 + 5 * 86_400
  expect(written).toMatchObject([
    { Key: { id: 'turn#job-1' }, ExpressionAttributeValues: { ':expiresAt': expiresAt } },
    { ExpressionAttributeValues: { ':expiresAt': expiresAt, ':look': 2 } },
  ])
})

const JOB = { id: 'job-1', createdAt: '2026-01-31T10:00:00.000Z' }

test.each([
  ['another look', 4, undefined, ['job-1', 5]],
  ['its first event', undefined, undefined, ['job-1', 1]],
  ['an event after it stepped out', undefined, { look: 6, inLine: false }, ['job-1', 7]],
  ['an event while it stands there', undefined, { look: 6, inLine: true }, undefined],
])('a file that finds no room by %s', async (_, look, place, scheduled) => {
  const asked: unknown[] = []
  const turns = {
    take: async () => false,
    placeOf: async () => place,
    schedule: async (...given: unknown[]) => void asked.push(given.slice(0, 2)),
    enter: async ({ id }: { id: string }, next: number) => void asked.push([id, next]),
  }
  const now = () => Date.parse(JOB.createdAt)
  expect(await waitForTurn(JOB, look, { turns: turns as never, now })).toBe(true)
  expect(asked).toEqual(scheduled ? [scheduled, scheduled] : [])
})
