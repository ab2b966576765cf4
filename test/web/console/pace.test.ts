import { expect, test } from 'vitest'
import { busyMs, nextDelay, restAfter } from '../../../web/console/api/pace.ts'

const PACE = { busyMs: busyMs('http:'), quietMs: 15_000 }

test('questions begin a second after one another while something runs, however long an answer takes', () => {
  for (const tookMs of [0, 100, 400, 750]) expect(tookMs + restAfter(1000, tookMs)).toBe(1000)
  // A console that takes longer still has its rest.
  expect(restAfter(1000, 900)).toBe(250)
  expect(restAfter(1000, 30_000)).toBe(250)
  expect([busyMs('http:'), busyMs('https:')]).toEqual([1000, 2000])
})

test('it slows down when all is quiet or nothing answers, and is quick again at once', () => {
  let delay = PACE.busyMs
  const delays = Array.from({ length: 8 }, () => (delay = nextDelay(delay, 'quiet', PACE)))
  expect(delays).toEqual([1500, 2250, 3375, 5062.5, 7593.75, 11_390.625, 15_000, 15_000])
  expect(nextDelay(15_000, 'failed', PACE)).toBe(15_000)
  expect(nextDelay(15_000, 'busy', PACE)).toBe(1000)
})
