import { GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import { expect, test } from 'vitest'
import { checkFunctions } from '../../../../functions/operate/doctor/check-functions.ts'
import { mockSite, NOW, said, siteWith } from './site.ts'

const { cloudWatch } = mockSite()

const DAY = 86_400_000

test('a local run holds no function back', async () => {
  expect(said(await checkFunctions(siteWith({}, null)))).toEqual([
    'note: A local run holds no function back.',
  ])
})

/** Throttles of each function, and the most that ran at once. */
function functionsWith(held: number[], peak: number, account = {}) {
  const values = (counts: number[]) =>
    counts.flatMap((count, at) => (count > 0 ? [{ Id: `m${at}`, Values: [count] }] : []))
  cloudWatch.reset()
  cloudWatch
    .on(GetMetricDataCommand)
    .resolvesOnce({ MetricDataResults: values(held) })
    .resolvesOnce({ MetricDataResults: values([peak]) })
  return checkFunctions(siteWith({}, account))
}

test('functions that were held back are named', async () => {
  expect(said(await functionsWith([0, 0], 0))[0]).toBe(
    'ok: None of 2 functions was throttled in the last day.',
  )
  expect(said(await functionsWith([0, 7], 0))[0]).toBe(
    'warning: deliver was throttled 7 times in the last day.',
  )
  const asked = cloudWatch.commandCalls(GetMetricDataCommand).map(({ args }) => args[0].input)
  for (const { StartTime } of asked) expect(StartTime).toEqual(new Date(NOW - DAY))
})

test.each([
  [1000, 799, 'ok'],
  [1000, 800, 'warning'],
  [100, 1, 'warning'],
  [101, 1, 'ok'],
])('of %i functions that may run at once %i did: %s', async (limit, peak, level) => {
  const found = await functionsWith([], peak, { concurrencyLimit: async () => limit })
  expect(said(found)[1]).toBe(
    `${level}: At most ${peak} functions ran at once in the last day, of ${limit} that the account may run.`,
  )
})

test.each([
  [{ a: 400, b: 400 }, 'ok', '800', 'a 400, b 400'],
  [{ a: 1, b: 400, c: 300, d: 100 }, 'warning', '801', 'b 400, c 300, d 100'],
])('queues that may begin %j are %s', async (most, level, sum, largest) => {
  const found = await functionsWith([], 0, { queueConcurrency: async () => most })
  expect(said(found)[2]).toBe(
    `${level}: Queues may begin ${sum} functions at once, of 1000 that the account may run: ${largest}.`,
  )
  if (level === 'warning') expect(found[2]?.todo).toContain('below 800,')
})
