import { type CloudWatchClient, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'

/** A metric of AWS and how its values are summed up. */
export type MetricQuery = {
  namespace: string
  name: string
  dimensions?: Readonly<Record<string, string>>
  statistic: 'Sum' | 'Maximum'
}

/** The most queries of one request (CloudWatch API Reference, "GetMetricData"). */
const MOST = 500
const PERIOD_SECONDS = 60

/** The sum or the greatest value of each metric since a time, in the order of the queries; undefined without any. */
export async function readMetrics(
  client: CloudWatchClient,
  queries: readonly MetricQuery[],
  { since, now }: { since: number; now: number },
): Promise<(number | undefined)[]> {
  const found: (number | undefined)[] = []
  for (let at = 0; at < queries.length; at += MOST) {
    found.push(...(await readSome(client, queries.slice(at, at + MOST), { since, now })))
  }
  return found
}

async function readSome(
  client: CloudWatchClient,
  queries: readonly MetricQuery[],
  { since, now }: { since: number; now: number },
): Promise<(number | undefined)[]> {
  const long = now - since > 3_600_000
  const values: number[][] = queries.map(() => [])
  let NextToken: string | undefined
  do {
    const page = await client.send(
      new GetMetricDataCommand({
        StartTime: new Date(since),
        EndTime: new Date(now),
        MetricDataQueries: queries.map(
          ({ namespace, name, dimensions = {}, statistic }, index) => ({
            Id: `m${index}`,
            MetricStat: {
              Metric: {
                Namespace: namespace,
                MetricName: name,
                Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
              },
              Period: long ? 3_600 : PERIOD_SECONDS,
              Stat: statistic,
            },
          }),
        ),
        ...(NextToken && { NextToken }),
      }),
    )
    for (const { Id = '', Values = [] } of page.MetricDataResults ?? []) {
      values[Number(Id.slice(1))]?.push(...Values)
    }
    NextToken = page.NextToken
  } while (NextToken)
  return values.map((list, index) => {
    if (list.length === 0) return undefined
    return queries[index]?.statistic === 'Sum'
      ? list.reduce((sum, value) => sum + value, 0)
      : Math.max(...list)
  })
}
