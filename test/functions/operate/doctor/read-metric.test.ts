import { GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import { expect, test } from 'vitest'
import { readMetrics } from '../../../../functions/operate/doctor/read-metric.ts'
import { mockSite, NOW, siteWith } from './site.ts'

const { cloudWatch } = mockSite()

const QUERY = { namespace: 'AWS/SQS', name: 'Age', statistic: 'Maximum' } as const

test('metrics are asked for five hundred at a time, page by page, by the hour where it is long', async () => {
  const results = (...given: [string, number[]][]) => ({
    MetricDataResults: given.map(([Id, Values]) => ({ Id, Values })),
  })
  cloudWatch
    .on(GetMetricDataCommand)
    .resolvesOnce({ ...results(['m0', [1, 5]], ['m1', [2]]), NextToken: 'more' })
    .resolvesOnce(results(['m1', [3]], ['m7', [9]]))
    .resolvesOnce(results(['m0', [7]]))
    .resolves({})
  const sum = { ...QUERY, statistic: 'Sum' as const, dimensions: { QueueName: 'drop' } }
  const queries = [QUERY, sum, ...Array(499).fill(QUERY)]
  const { cloudWatch: client } = siteWith()
  const found = await readMetrics(client, queries, { since: NOW - 3_600_000, now: NOW })
  expect([found.length, found[0], found[1], found[2], found[7], found[500]]).toEqual([
    501,
    5,
    5,
    undefined,
    9,
    7,
  ])
  const asked = cloudWatch.commandCalls(GetMetricDataCommand).map(({ args }) => args[0].input)
  expect(asked.map(({ MetricDataQueries }) => MetricDataQueries?.length)).toEqual([500, 500, 1])
  expect(asked[1]).toMatchObject({
    NextToken: 'more',
    StartTime: new Date(NOW - 3_600_000),
    EndTime: new Date(NOW),
  })
  expect(asked[0]?.MetricDataQueries?.[1]).toEqual({
    Id: 'm1',
    MetricStat: {
      Metric: {
        Namespace: 'AWS/SQS',
        MetricName: 'Age',
        Dimensions: [{ Name: 'QueueName', Value: 'drop' }],
      },
      Period: 60,
      Stat: 'Sum',
    },
  })
  await readMetrics(client, [QUERY], { since: NOW - 3_600_001, now: NOW })
  const last = cloudWatch.commandCalls(GetMetricDataCommand).at(-1)?.args[0].input
  expect(last?.MetricDataQueries?.[0]?.MetricStat?.Period).toBe(3600)
})
