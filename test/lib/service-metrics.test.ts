import { beforeAll, describe, expect, test } from 'vitest'
import { runLogScenario, type Written } from '../functions/service/log-scenario.ts'
import { templatesOf } from './templates-of.ts'

type Reference = { Ref: string } | { 'Fn::GetAtt': [string, string] }
type Measured = { Namespace: string; MetricName: string }
type Resource = { Type: string; Properties: Record<string, unknown>; Metadata?: object }
type Transformation = {
  MetricNamespace: string
  MetricName: string
  MetricValue: string
  Dimensions?: { Key: string; Value: string }[]
}
type Filter = { by: string; pattern: string; made: Transformation }

const [service] = templatesOf().stacks
const { Resources } = service!.template as { Resources: Record<string, Resource> }
function ofType(type: string) {
  return Object.entries(Resources).filter(([, { Type }]) => Type === type)
}
function nameOf(reference: Reference): string {
  return 'Ref' in reference ? reference.Ref : reference['Fn::GetAtt'][0]
}

/** The folder of the function whose log a group is. */
function writerOf(group: string): string {
  const [, fn] =
    ofType('AWS::Lambda::Function').find(([, { Properties }]) => {
      const { LogGroup } = Properties['LoggingConfig'] as { LogGroup: Reference }
      return nameOf(LogGroup) === group
    }) ?? []
  const { 'darkroom:entry': entry = '' } = fn!.Metadata as Record<string, string>
  return entry.split('/').at(-2) ?? ''
}

const filters: Filter[] = ofType('AWS::Logs::MetricFilter').map(([, { Properties }]) => ({
  by: writerOf(nameOf(Properties['LogGroupName'] as Reference)),
  pattern: String(Properties['FilterPattern']),
  made: (Properties['MetricTransformations'] as [Transformation])[0],
}))

/** The conditions of a pattern such as `{ ($.message = "a") && ($.code = "b") }`. */
function conditionsOf(pattern: string): [field: string, text: string][] {
  const found = [...pattern.matchAll(/\$\.(\w+) = "([^"]*)"/g)]
  const rest = pattern.replace(/\$\.\w+ = "[^"]*"/g, '').replace(/[{}()&\s]/g, '')
  if (found.length === 0 || rest !== '') throw new Error(`This pattern is not read: ${pattern}`)
  return found.map(([, field = '', text = '']) => [field, text])
}

/** The lines a filter takes, as objects. */
function takenBy({ by, pattern }: Filter, written: readonly Written[]) {
  return written
    .filter((each) => each.by === by)
    .map(({ line }): Record<string, unknown> => JSON.parse(line))
    .filter((line) => conditionsOf(pattern).every(([field, text]) => line[field] === text))
}

type Graph = { title: string; metrics: unknown[] }

/** The graphs of the dashboard; what only a deployment knows stands there as the name of its resource. */
function graphs(): Graph[] {
  const [[, board] = []] = ofType('AWS::CloudWatch::Dashboard')
  const { 'Fn::Join': parts } = board!.Properties['DashboardBody'] as {
    'Fn::Join': [string, (string | Reference)[]]
  }
  const text = parts[1].map((part) => (typeof part === 'string' ? part : nameOf(part))).join('')
  const { widgets } = JSON.parse(text) as {
    widgets: { properties: { title?: string; metrics?: unknown[] } }[]
  }
  return widgets.flatMap(({ properties: { title = '', metrics = [] } }) =>
    metrics.length > 0 ? [{ title, metrics }] : [],
  )
}

const shown = graphs().flatMap(({ title, metrics }) =>
  metrics.map((metric) => ({ title, metric: metric as [string | { expression: string }] })),
)

/** What AWS measures by itself of these, by the dimension it measures it for. */
const MEASURED: Record<string, { of: string; type: string; names: string[] }> = {
  'AWS/ApiGateway': {
    of: 'ApiId',
    type: 'AWS::ApiGatewayV2::Api',
    names: ['Count', '4xx', '5xx', 'Latency'],
  },
  'AWS/SQS': {
    of: 'QueueName',
    type: 'AWS::SQS::Queue',
    names: [
      'ApproximateNumberOfMessagesVisible',
      'ApproximateNumberOfMessagesNotVisible',
      'ApproximateAgeOfOldestMessage',
      'NumberOfMessagesDeleted',
    ],
  },
  'AWS/Lambda': {
    of: 'FunctionName',
    type: 'AWS::Lambda::Function',
    names: ['Duration', 'Invocations', 'Errors', 'Throttles'],
  },
  'AWS/States': {
    of: 'StateMachineArn',
    type: 'AWS::StepFunctions::StateMachine',
    names: ['ExecutionsTimedOut', 'ExecutionsFailed'],
  },
}

test('the dashboard tells what an operator asks', () => {
  const all = JSON.stringify(shown)
  for (const asked of [
    ...['Count', '4xx', '5xx', 'p99', 'ApproximateAgeOfOldestMessage'],
    ...['TasksEnded', 'TaskSeconds', 'UnitsSpent', 'RequestsThrottled', 'DeadLetters'],
    ...['WebhooksTaken', 'WebhooksRefused', 'EndpointsSwitchedOff', 'Errors', 'Throttles'],
  ]) {
    expect(all).toContain(asked)
  }
})

describe('every metric shown', () => {
  const namespace = 'Darkroom/DarkroomService'

  test.each(shown)('$title: $metric', ({ metric }) => {
    const [first, name, of, which] = metric as unknown as [unknown, string, string, string]
    if (typeof first === 'object') {
      const { expression } = first as { expression: string }
      const [, schema = '', searched] =
        /^SEARCH\('\{(.*?)\} MetricName="(\w+)"', '(?:Sum|p\d+)'\)$/.exec(expression) ?? []
      const [quoted, ...parts] = schema.split(',')
      expect(quoted).toBe(`"${namespace}"`)
      const made = filters.filter(({ made: { MetricName } }) => MetricName === searched)
      expect(made).not.toEqual([])
      for (const {
        made: { Dimensions = [] },
      } of made) {
        expect(Dimensions.map(({ Key }) => Key).sort()).toEqual(parts.sort())
      }
      return
    }
    const measured = MEASURED[String(first)]
    if (measured) {
      expect(measured.names).toContain(name)
      expect(of).toBe(measured.of)
      expect(Resources[which]?.Type).toBe(measured.type)
      return
    }
    expect(first).toBe(namespace)
    const made = filters.filter(({ made: { MetricName } }) => MetricName === name)
    expect(made).not.toEqual([])
    for (const {
      made: { MetricNamespace, Dimensions },
    } of made) {
      expect([MetricNamespace, Dimensions]).toEqual([namespace, undefined])
    }
  })
})

describe('every metric made from the log', () => {
  let written: Written[]
  beforeAll(async () => {
    ;({ written } = await runLogScenario())
  })

  test.each(filters)('$made.MetricName: $by writes such lines', (filter) => {
    const lines = takenBy(filter, written)
    expect(lines).not.toEqual([])
    const { MetricValue, Dimensions = [] } = filter.made
    for (const line of lines) {
      if (MetricValue !== '1') expect(line[MetricValue.slice(2)]).toEqual(expect.any(Number))
      for (const { Value } of Dimensions) expect(line[Value.slice(2)]).toEqual(expect.any(String))
    }
  })

  test('a task counts once, with what it was charged', () => {
    const [units] = filters.filter(({ made }) => made.MetricName === 'UnitsSpent')
    const ends = written
      .map(({ line }): Record<string, unknown> => JSON.parse(line))
      .filter(({ message }) => message === conditionsOf(units?.pattern ?? '')[0]?.[1])
    const ids = ends.map(({ taskId }) => taskId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ends.filter(({ status }) => status === 'success').map(({ charged }) => charged)).toEqual(
      [1],
    )
    for (const { status, charged } of ends) if (status === 'error') expect(charged).toBe(0)
  })
})

test('what raises an alarm is measured too, and reaches whoever listens', () => {
  const alarms = ofType('AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties)
  expect(alarms.length).toBeGreaterThan(10)
  for (const { Metrics, AlarmActions, ...plain } of alarms) {
    const queries = (Metrics ?? []) as { MetricStat?: { Metric: Measured } }[]
    const read = queries.flatMap(({ MetricStat }) => MetricStat?.Metric ?? [])
    for (const { Namespace, MetricName } of Metrics ? read : [plain as unknown as Measured]) {
      const names = MEASURED[Namespace]?.names ?? filters.map(({ made }) => made.MetricName)
      expect(names).toContain(MetricName)
    }
    expect(AlarmActions).toHaveLength(1)
  }
})
