import { z } from 'zod'
import { AwsError } from '../aws-json/aws-error.ts'
import type { Operation } from '../aws-json/serve-aws-json.ts'
import type { Window } from './metric.ts'
import type { MetricStore } from './metric-store.ts'
import { periodOf, Query, seriesOf } from './queries.ts'
import type { AlarmStatus } from './watch-alarms.ts'

const DescribeAlarms = z.object({
  AlarmNames: z.array(z.string()).optional(),
  AlarmNamePrefix: z.string().optional(),
  StateValue: z.string().optional(),
  MaxRecords: z.number().int().min(1).max(100).default(50),
  NextToken: z.string().regex(/^\d+$/).optional(),
})

const GetMetricData = z.object({
  MetricDataQueries: z.array(Query).min(1).max(500),
  /** Epoch seconds. */
  StartTime: z.number(),
  EndTime: z.number(),
})

/** The most periods of one answer (CloudWatch API Reference, "GetMetricData"). */
const MOST_PERIODS = 100_800

/** The operations of CloudWatch that run here, by name (API Reference). */
export function cloudWatchOperations(
  store: Pick<MetricStore, 'read'>,
  statuses: () => readonly AlarmStatus[],
): Record<string, Operation> {
  return {
    DescribeAlarms: (raw) => describeAlarms(DescribeAlarms.parse(raw), statuses()),
    GetMetricData: (raw) => getMetricData(GetMetricData.parse(raw), store),
  }
}

function describeAlarms(
  {
    AlarmNames,
    AlarmNamePrefix = '',
    StateValue,
    MaxRecords,
    NextToken,
  }: z.infer<typeof DescribeAlarms>,
  statuses: readonly AlarmStatus[],
) {
  const asked = statuses
    .filter(({ name }) => name.startsWith(AlarmNamePrefix) && (AlarmNames?.includes(name) ?? true))
    .filter(({ state }) => StateValue === undefined || state === StateValue)
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  const from = Number(NextToken ?? 0)
  const more = from + MaxRecords < asked.length
  return {
    MetricAlarms: asked.slice(from, from + MaxRecords).map(describe),
    CompositeAlarms: [],
    ...(more && { NextToken: String(from + MaxRecords) }),
  }
}

function describe(status: AlarmStatus) {
  return {
    AlarmName: status.name,
    AlarmArn: status.arn,
    AlarmDescription: status.description,
    AlarmActions: status.actions,
    ActionsEnabled: true,
    StateValue: status.state,
    StateReason: status.reason,
    StateUpdatedTimestamp: status.since / 1_000,
    StateTransitionedTimestamp: status.since / 1_000,
    Threshold: status.threshold,
    ComparisonOperator: status.operator,
    EvaluationPeriods: status.evaluationPeriods,
    DatapointsToAlarm: status.datapointsToAlarm,
    TreatMissingData: status.missing,
  }
}

function getMetricData(
  { MetricDataQueries: queries, StartTime, EndTime }: z.infer<typeof GetMetricData>,
  store: Pick<MetricStore, 'read'>,
) {
  const results = queries
    .filter(({ ReturnData }) => ReturnData)
    .map((query) => {
      const window = windowOf(StartTime * 1_000, EndTime * 1_000, periodOf(query, queries) * 1_000)
      const series = [...read(query, queries, window, store)].sort(([one], [other]) => other - one)
      return {
        Id: query.Id,
        Label: query.Label ?? query.MetricStat?.Metric.name ?? query.Id,
        Timestamps: series.map(([start]) => start / 1_000),
        Values: series.map(([, value]) => value),
        StatusCode: 'Complete',
      }
    })
  return { MetricDataResults: results }
}

function read(query: Query, queries: Query[], window: Window, store: Pick<MetricStore, 'read'>) {
  try {
    return seriesOf(query.Id, queries, window, store)
  } catch (error) {
    throw new AwsError('ValidationError', (error as Error).message)
  }
}

/** The periods that begin within the time asked for, at multiples of their length. */
function windowOf(from: number, to: number, periodMs: number): Window {
  const first = Math.floor(from / periodMs) * periodMs
  const count = Math.ceil((to - first) / periodMs)
  if (!(count >= 1 && count <= MOST_PERIODS)) {
    throw new AwsError(
      'ValidationError',
      'EndTime must lie after StartTime, by not too many periods',
    )
  }
  return { periodMs, starts: Array.from({ length: count }, (_, index) => first + index * periodMs) }
}
