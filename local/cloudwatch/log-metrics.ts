import { z } from 'zod'
import { type AssemblyModel, readProperties } from '../template/resource.ts'
import { TemplateError } from '../template/template.ts'
import type { PutMetric } from './metric.ts'

const Filter = z.object({
  LogGroupName: z.string(),
  FilterPattern: z.string(),
  MetricTransformations: z.tuple([
    z.object({
      MetricNamespace: z.string(),
      MetricName: z.string(),
      MetricValue: z.string(),
      Dimensions: z.array(z.object({ Key: z.string(), Value: z.string() })).default([]),
    }),
  ]),
})

const FunctionLog = z.object({ LoggingConfig: z.object({ LogGroup: z.string() }).optional() })

type Line = Readonly<Record<string, unknown>>
type Condition = readonly [field: string, text: string]
type LineFilter = {
  readonly conditions: readonly Condition[]
  readonly made: z.infer<typeof Filter>['MetricTransformations'][0]
}

/**
 * Reads the metric filters of the stacks and returns what makes metrics of a log line of a function, an object with
 * the function's name in `function`.
 * @throws TemplateError for a filter pattern other than equal texts of JSON fields
 */
export function readLogMetrics(
  model: AssemblyModel,
  put: PutMetric,
): (line: Line, at: number) => void {
  const filters = filtersByFunction(model)
  return (line, at) => {
    putEmbedded(line, put, at)
    for (const { conditions, made } of filters.get(String(line['function'])) ?? []) {
      if (!conditions.every(([field, text]) => line[field] === text)) continue
      const value = numberOf(made.MetricValue, line)
      const dimensions = dimensionsOf(made.Dimensions, line)
      if (value === undefined || dimensions === undefined) continue
      put({ namespace: made.MetricNamespace, name: made.MetricName, dimensions }, value, at)
    }
  }
}

function filtersByFunction(model: AssemblyModel): Map<string, LineFilter[]> {
  const writers = new Map(
    model.ofType('AWS::Lambda::Function').map((resource) => {
      const { name } = resource.identity()
      const group = readProperties(resource, FunctionLog).LoggingConfig?.LogGroup
      return [group ?? `/aws/lambda/${name}`, name]
    }),
  )
  const filters = new Map<string, LineFilter[]>()
  for (const resource of model.ofType('AWS::Logs::MetricFilter')) {
    const { LogGroupName, FilterPattern, MetricTransformations } = readProperties(resource, Filter)
    const where = `${resource.stack}/${resource.logicalId}`
    const conditions = conditionsOf(FilterPattern, where)
    const name = writers.get(LogGroupName)
    if (name === undefined) throw new TemplateError(`${where}: its log group is of no function`)
    const filter = { conditions, made: MetricTransformations[0] }
    filters.set(name, [...(filters.get(name) ?? []), filter])
  }
  return filters
}

const CONDITION = /^\(?\s*\$\.(\w+) = "([^"]*)"\s*\)?$/

/** The conditions of a pattern such as `{ ($.message = "a") && ($.code = "b") }`. */
function conditionsOf(pattern: string, where: string): Condition[] {
  const inner = /^\{(.*)\}$/s.exec(pattern)?.[1] ?? ''
  return inner.split('&&').map((part) => {
    const [, field, text] = CONDITION.exec(part.trim()) ?? []
    if (field !== undefined && text !== undefined) return [field, text]
    throw new TemplateError(`${where}: FilterPattern ${pattern} cannot be matched locally`)
  })
}

/** A constant, or the number of a field `$.name`. */
function numberOf(text: string, line: Line): number | undefined {
  const value = text.startsWith('$.') ? line[text.slice(2)] : Number(text)
  return typeof value === 'number' ? value : undefined
}

/** A line that lacks a field of a dimension makes no metric. */
function dimensionsOf(
  list: readonly { Key: string; Value: string }[],
  line: Line,
): Record<string, string> | undefined {
  const entries = list.map(({ Key, Value }) => [Key, line[Value.replace(/^\$\./, '')]] as const)
  if (entries.some(([, value]) => typeof value !== 'string')) return undefined
  return Object.fromEntries(entries) as Record<string, string>
}

const Embedded = z.object({
  Timestamp: z.number(),
  CloudWatchMetrics: z.array(
    z.object({
      Namespace: z.string(),
      Dimensions: z.array(z.array(z.string())),
      Metrics: z.array(z.object({ Name: z.string() })),
    }),
  ),
})

/** Makes the metrics that a line declares (CloudWatch User Guide, "Embedded metric format specification"). */
function putEmbedded(line: Line, put: PutMetric, now: number): void {
  if (line['_aws'] === undefined) return
  const parsed = Embedded.safeParse(line['_aws'])
  if (!parsed.success) return
  const at = Math.min(parsed.data.Timestamp, now)
  for (const { Namespace, Dimensions, Metrics } of parsed.data.CloudWatchMetrics) {
    for (const names of Dimensions) {
      const dimensions = Object.fromEntries(names.map((name) => [name, String(line[name])]))
      for (const { Name } of Metrics) {
        const value = line[Name]
        if (typeof value === 'number')
          put({ namespace: Namespace, name: Name, dimensions }, value, at)
      }
    }
  }
}
