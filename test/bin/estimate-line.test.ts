import { expect, test } from 'vitest'
import { boundLines } from '../../bin/jobs/estimate-line.ts'

test.each([
  [
    { bound: { name: 'workers', seconds: 230, workers: 10 } },
    'Bounded by the 10 workers of the service: 4 minutes until the last one, by simulation.',
  ],
  [
    { bound: { name: 'workers', seconds: 30, workers: 1 } },
    'Bounded by the 1 worker of the service: 1 minute until the last one, by simulation.',
  ],
  [
    { bound: { name: 'requests of the key', seconds: 20_000, workers: 10 } },
    'Bounded by the requests that the service takes of one key: 6 hours until the last one, by simulation.',
  ],
  [
    { budget: { holds: 300, days: 3 } },
    'The day’s budget holds 300 of them; the rest waits for further days, 3 in all.',
  ],
  [
    { budget: { holds: 0, days: Infinity } },
    'The day’s budget holds 0 of them; no day holds one of them.',
  ],
])('%j is told in a sentence', (outlook, line) => {
  expect(boundLines(outlook)).toEqual([line])
})

test('where nothing bounds files, nothing is said', () => {
  expect(boundLines({})).toEqual([])
})
