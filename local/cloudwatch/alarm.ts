import { z } from 'zod'
import { type AssemblyModel, readProperties } from '../template/resource.ts'
import { TemplateError } from '../template/template.ts'
import { compileMath } from './metric-math.ts'
import { MetricReference, Period, periodOf, Query, StatisticName } from './queries.ts'

/** How a value is compared with the threshold. */
const COMPARISONS = {
  GreaterThanThreshold: (value: number, threshold: number) => value > threshold,
  GreaterThanOrEqualToThreshold: (value: number, threshold: number) => value >= threshold,
  LessThanThreshold: (value: number, threshold: number) => value < threshold,
  LessThanOrEqualToThreshold: (value: number, threshold: number) => value <= threshold,
} as const

const Properties = z.object({
  AlarmDescription: z.string().default(''),
  AlarmActions: z.array(z.string()).default([]),
  Metrics: z.array(Query).optional(),
  MetricName: z.string().optional(),
  Namespace: z.string().optional(),
  Dimensions: z.unknown().optional(),
  Statistic: StatisticName.optional(),
  Period: Period.optional(),
  Threshold: z.coerce.number(),
  ComparisonOperator: z.enum(
    Object.keys(COMPARISONS) as [keyof typeof COMPARISONS, ...(keyof typeof COMPARISONS)[]],
  ),
  EvaluationPeriods: z.coerce.number().int().min(1),
  DatapointsToAlarm: z.coerce.number().int().min(1).optional(),
  TreatMissingData: z.enum(['breaching', 'notBreaching', 'ignore', 'missing']).default('missing'),
})

/** An alarm of a template, ready to be evaluated. */
export type Alarm = {
  readonly name: string
  readonly arn: string
  /** `stack/logicalId`. */
  readonly id: string
  readonly description: string
  /** ARNs of topics. */
  readonly actions: readonly string[]
  readonly queries: readonly Query[]
  /** The id of the query that is compared with the threshold. */
  readonly watched: string
  /** Seconds. */
  readonly period: number
  readonly threshold: number
  readonly operator: keyof typeof COMPARISONS
  readonly evaluationPeriods: number
  readonly datapointsToAlarm: number
  readonly missing: z.infer<typeof Properties>['TreatMissingData']
}

/** Whether a value lies on the wrong side of an alarm's threshold. */
export function breaches({ operator, threshold }: Alarm, value: number): boolean {
  return COMPARISONS[operator](value, threshold)
}

/**
 * The alarms of the stacks.
 * @throws TemplateError for an alarm that cannot be evaluated locally
 */
export function readAlarms(model: AssemblyModel): Alarm[] {
  return model.ofType('AWS::CloudWatch::Alarm').map((resource) => {
    const properties = readProperties(resource, Properties)
    const id = `${resource.stack}/${resource.logicalId}`
    const { name, attributes } = resource.identity()
    try {
      const queries = properties.Metrics ?? [singleQuery(properties)]
      for (const { Expression } of queries) if (Expression !== undefined) compileMath(Expression)
      const returned = queries.filter(({ ReturnData }) => ReturnData)
      const [watched] = returned
      if (!watched || returned.length > 1) throw new Error('one query must return data')
      return {
        name,
        id,
        queries,
        arn: attributes['Arn']!,
        description: properties.AlarmDescription,
        actions: properties.AlarmActions,
        watched: watched.Id,
        period: periodOf(watched, queries),
        threshold: properties.Threshold,
        operator: properties.ComparisonOperator,
        evaluationPeriods: properties.EvaluationPeriods,
        datapointsToAlarm: properties.DatapointsToAlarm ?? properties.EvaluationPeriods,
        missing: properties.TreatMissingData,
      }
    } catch (error) {
      throw new TemplateError(`${id}: ${(error as Error).message}`)
    }
  })
}

function singleQuery(properties: z.infer<typeof Properties>): Query {
  const { Period: period, Statistic, Namespace, MetricName, Dimensions } = properties
  return {
    Id: 'm1',
    ReturnData: true,
    MetricStat: {
      Metric: MetricReference.parse({ Namespace, MetricName, Dimensions }),
      Period: Period.parse(period),
      Stat: StatisticName.parse(Statistic),
    },
  }
}
