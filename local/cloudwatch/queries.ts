import { z } from 'zod'
import type { Metric, Series, Window } from './metric.ts'
import { compileMath } from './metric-math.ts'
import type { MetricStore } from './metric-store.ts'
import { statisticOf } from './statistic.ts'

const Dimensions = z
  .array(z.object({ Name: z.string(), Value: z.coerce.string() }))
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ Name, Value }) => [Name, Value])))

/** The metric that a template or a request names. */
export const MetricReference = z
  .object({ Namespace: z.string(), MetricName: z.string(), Dimensions })
  .transform(
    ({ Namespace, MetricName, Dimensions: dimensions }): Metric => ({
      namespace: Namespace,
      name: MetricName,
      dimensions,
    }),
  )

/** Names a statistic that can be had locally. */
export const StatisticName = z.string().refine((name) => {
  try {
    return statisticOf(name) !== undefined
  } catch {
    return false
  }
}, 'must be Sum, Average, Minimum, Maximum or SampleCount to be had locally')

/** Whole minutes, in seconds. */
export const Period = z.coerce.number().int().min(60).multipleOf(60)

/** One of the queries of `GetMetricData` or of an alarm: a metric with its statistic, or an expression over others. */
export const Query = z.object({
  Id: z.string().regex(/^[a-z]\w*$/),
  Label: z.string().optional(),
  MetricStat: z.object({ Metric: MetricReference, Period, Stat: StatisticName }).optional(),
  Expression: z.string().optional(),
  Period: Period.optional(),
  ReturnData: z.boolean().default(true),
})

export type Query = z.infer<typeof Query>

/** The period of a query in seconds; an expression has that of the metrics it reads. */
export function periodOf(query: Query, all: readonly Query[]): number {
  const metrics = all.flatMap(({ MetricStat }) => MetricStat?.Period ?? [])
  return query.MetricStat?.Period ?? query.Period ?? Math.max(60, ...metrics)
}

/**
 * The values of the query `id` in the periods of a window. The other queries are read as far as it names them.
 * @throws Error for an expression that cannot be evaluated, or that names no query or itself
 */
export function seriesOf(
  id: string,
  queries: readonly Query[],
  window: Window,
  store: Pick<MetricStore, 'read'>,
): Series {
  const query = queries.find(({ Id }) => Id === id)
  const { MetricStat, Expression } = query ?? {}
  if (MetricStat) return store.read(MetricStat.Metric, window, MetricStat.Stat)
  if (Expression === undefined) throw new Error(`There is no query ${id}`)
  const others = queries.filter((other) => other !== query)
  return compileMath(Expression)((name) => seriesOf(name, others, window, store), window)
}
