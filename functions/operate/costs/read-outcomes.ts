import {
  type CloudWatchClient,
  GetMetricDataCommand,
  type MetricDataQuery,
} from '@aws-sdk/client-cloudwatch'
import {
  JOB_OUTCOMES,
  type JobOutcome,
  METRIC_NAMESPACE,
  type MetricName,
} from '../../../catalog/jobs/pipeline-metrics.ts'

/** What ended or was parked on a day (UTC) under a recipe, and what it took. */
export type Outcomes = Record<JobOutcome, number> & {
  /** `2026-11-26`. */
  day: string
  /** `unusable` for files whose recipe did not exist or was invalid; absent for recipes that are there no more. */
  recipe?: string
  units: number
  /** The pipeline's part of the AWS bill and the units at their price. */
  dollars: number
}

/** The name that jobs without a usable recipe are counted under. */
const UNUSABLE = 'unusable'
const DAY_MS = 86_400_000
/** The most queries of one request (CloudWatch API Reference, "GetMetricData"). */
const MOST_QUERIES = 500

type Asked = { recipe: string | undefined; name: MetricName; outcome: JobOutcome | undefined }
type Amount = { day: string; amount: number }

/**
 * Outcomes by day and recipe from the pipeline's metrics, which no job is read for: twelve metrics a recipe, $0.01 a
 * thousand. What recipes took that are not among `recipes` is the rest of the pipeline's own totals.
 * @param days so many, with today
 */
export async function readOutcomes(
  cloudWatch: CloudWatchClient,
  {
    pipeline,
    recipes,
    days,
    now,
  }: { pipeline: string; recipes: readonly string[]; days: number; now: number },
): Promise<Outcomes[]> {
  const named = [...new Set([...recipes, UNUSABLE])].sort()
  const asked = [undefined, ...named].flatMap(askedOf)
  const start = Math.floor(now / DAY_MS - (days - 1)) * DAY_MS
  const found = await readSums(cloudWatch, asked, { pipeline, start, now })
  const rows = new Map<string, Outcomes>()
  for (const [at, amounts] of found.entries()) {
    const { recipe, name, outcome } = asked[at] as Asked
    for (const { day, amount } of amounts) {
      const key = `${day} ${recipe ?? ''}`
      const row = rows.get(key) ?? { ...NOTHING, day, ...(recipe !== undefined && { recipe }) }
      rows.set(key, row)
      if (name === 'Units') row.units += amount
      else if (name === 'Dollars') row.dollars += amount
      else if (outcome) row[outcome] += amount
    }
  }
  // The newest day first, within a day by recipe, as they were asked for, and last what is of none.
  return withRest([...rows.values()].map(rounded)).sort((one, other) =>
    other.day.localeCompare(one.day),
  )
}

function askedOf(recipe: string | undefined): Asked[] {
  const jobs = JOB_OUTCOMES.map((outcome): Asked => ({ recipe, name: 'Jobs', outcome }))
  const outcomes = recipe === undefined ? [undefined] : JOB_OUTCOMES
  const amounts = outcomes.flatMap((outcome): Asked[] => [
    { recipe, name: 'Units', outcome },
    { recipe, name: 'Dollars', outcome },
  ])
  return [...jobs, ...amounts]
}

const NOTHING = { succeeded: 0, refused: 0, failed: 0, parked: 0, units: 0, dollars: 0 }
const AMOUNTS = ['succeeded', 'refused', 'failed', 'parked', 'units', 'dollars'] as const

/** The rows of recipes, and for each day what the totals have beyond them. */
function withRest(rows: readonly Outcomes[]): Outcomes[] {
  const known = rows.filter(({ recipe }) => recipe !== undefined)
  const rest = rows.flatMap((total) => {
    if (total.recipe !== undefined) return []
    const left = { ...total }
    for (const row of known.filter(({ day }) => day === total.day)) {
      for (const name of AMOUNTS) left[name] -= row[name]
    }
    const found = rounded(left)
    return AMOUNTS.some((name) => found[name] > 0) ? [found] : []
  })
  return [...known, ...rest]
}

/** Sums of fractions are not exact. */
function rounded(row: Outcomes): Outcomes {
  const amounts = AMOUNTS.map((name) => [name, Math.max(0, Math.round(row[name] * 1e8) / 1e8)])
  return { ...row, ...Object.fromEntries(amounts) }
}

async function readSums(
  cloudWatch: CloudWatchClient,
  asked: readonly Asked[],
  { pipeline, start, now }: { pipeline: string; start: number; now: number },
): Promise<Amount[][]> {
  const found: Amount[][] = asked.map(() => [])
  for (let from = 0; from < asked.length; from += MOST_QUERIES) {
    const queries = asked
      .slice(from, from + MOST_QUERIES)
      .map((one, at) => queryOf(one, `m${from + at}`, pipeline))
    let NextToken: string | undefined
    do {
      const page = await cloudWatch.send(
        new GetMetricDataCommand({
          StartTime: new Date(start),
          EndTime: new Date(now),
          MetricDataQueries: queries,
          ...(NextToken && { NextToken }),
        }),
      )
      for (const { Id = '', Timestamps = [], Values = [] } of page.MetricDataResults ?? []) {
        for (const [at, amount] of Values.entries()) {
          const day = Timestamps[at]?.toISOString().slice(0, 10) ?? ''
          found[Number(Id.slice(1))]?.push({ day, amount })
        }
      }
      NextToken = page.NextToken
    } while (NextToken)
  }
  return found
}

function queryOf({ recipe, name, outcome }: Asked, Id: string, pipeline: string): MetricDataQuery {
  const dimensions = {
    Pipeline: pipeline,
    ...(recipe !== undefined && { Recipe: recipe }),
    ...(outcome !== undefined && { Outcome: outcome }),
  }
  return {
    Id,
    MetricStat: {
      Metric: {
        Namespace: METRIC_NAMESPACE,
        MetricName: name,
        Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
      },
      Period: DAY_MS / 1000,
      Stat: 'Sum',
    },
  }
}
