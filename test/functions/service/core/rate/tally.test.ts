import { expect, test } from 'vitest'
import {
  advance,
  count,
  mergeCounts,
  newTally,
  secondsToWait,
  type Tally,
} from '../../../../../functions/service/core/rate/tally.ts'

/** The first second of a window of 300. */
const START = 1_800_000_000
const LIMITS = { perWindow: 100, perSecond: 5 }

function tally(changes: Partial<Tally> = {}): Tally {
  return { ...newTally(START + 30), previousWindow: 0, ...changes }
}

test('a tally counts by window and second, and what other processes do not know yet', () => {
  const counted = newTally(START + 30)
  expect(counted).toEqual({
    window: START,
    previousWindow: undefined,
    inWindow: 0,
    second: START + 30,
    inSecond: 0,
    unreported: { requests: 0, now: 0 },
  })
  count(counted)
  count(counted)
  expect(counted).toMatchObject({ inWindow: 2, inSecond: 2, unreported: { requests: 2, now: 2 } })
  advance(counted, START + 30)
  expect(counted).toMatchObject({ inSecond: 2, unreported: { requests: 2, now: 2 } })
  advance(counted, START + 29)
  expect(counted.second).toBe(START + 30)
  advance(counted, START + 299)
  expect(counted).toMatchObject({ window: START, second: START + 299, inWindow: 2, inSecond: 0 })
  expect(counted.unreported).toEqual({ requests: 2, now: 0 })
  counted.previousWindow = 7
  count(counted)
  advance(counted, START + 300)
  expect(counted).toEqual(newTally(START + 300))
})

test('counts of all processes add what this one has not told', () => {
  const merged = tally({ inWindow: 3, inSecond: 2, unreported: { requests: 2, now: 1 } })
  mergeCounts(merged, { inWindow: 10, inSecond: 4 }, START + 30, 8)
  expect(merged).toMatchObject({ previousWindow: 8, inWindow: 12, inSecond: 5 })
  // Older counts of the same window do not take any back, and a second that is over counts for none.
  mergeCounts(merged, { inWindow: 1, inSecond: 9 }, START + 29, 9)
  expect(merged).toMatchObject({ previousWindow: 9, inWindow: 12, inSecond: 5 })
  mergeCounts(merged, { inWindow: 90, inSecond: 9 }, START - 1, 1)
  expect(merged).toMatchObject({ previousWindow: 9, inWindow: 12, inSecond: 5 })
})

test.each([
  [{ inSecond: 4 }, 1, 0],
  [{ inSecond: 5 }, 1, 1],
  [{ inSecond: 5 }, 0, 0],
  [{ inWindow: 99 }, 1, 0],
  // The window is over in 270 seconds, and one of its hundred requests three seconds later.
  [{ inWindow: 100 }, 1, 270],
  [{ inWindow: 100 }, 0, 0],
  [{ inWindow: 200 }, 1, 270 + 150],
  // Of the window before nine tenths still count.
  [{ previousWindow: 110, inWindow: 0 }, 1, 0],
  [{ previousWindow: 112, inWindow: 0 }, 1, 2],
  [{ previousWindow: 112, inWindow: 0 }, 0, 0],
  [{ previousWindow: 100, inWindow: 60 }, 1, 150],
  [{ previousWindow: undefined, inWindow: 99 }, 1, 0],
] as const)('with %j and %i to spare a request waits %i seconds', (changes, spare, seconds) => {
  expect(secondsToWait(tally(changes), LIMITS, spare)).toBe(seconds)
})
