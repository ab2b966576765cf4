import { expect, test } from 'vitest'
import { METRIC_NAMESPACE } from '../../catalog/jobs/pipeline-metrics.ts'
import { THROTTLES } from '../../catalog/limits/throttles.ts'
import { heldMetrics } from '../../functions/pipeline/core/metrics/held-metrics.ts'
import { jobMetrics } from '../../functions/pipeline/core/metrics/job-metrics.ts'
import { waitMetrics } from '../../functions/pipeline/core/metrics/wait-metrics.ts'
import { TOLD_EVENTS } from '../docs/told-jobs.ts'
import { plain } from './plain.ts'
import { templatesOf } from './templates-of.ts'

type Resource = { Type: string; Properties: Record<string, unknown> }
type Template = { Resources: Record<string, Resource> }

const { stacks } = templatesOf(
  {},
  {
    serviceUrl: 'https://service.example.com',
    notify: { topic: true, webhook: { url: 'https://example.com/hook' } },
    alarmLimits: { unitsPerDay: 500 },
  },
)
const [{ template } = { template: { Resources: {} } }] = stacks
const { Resources } = template as Template
function ofType(type: string) {
  return Object.entries(Resources).filter(([, { Type }]) => Type === type)
}

/** One line of a graph or one side of an alarm. */
type Used = { namespace: string; name: string; dimensions: Record<string, string>; where: string }

type Widget = { properties: { title?: string; metrics?: unknown[][] } }

const [[, board] = ['', undefined]] = ofType('AWS::CloudWatch::Dashboard')
const { widgets } = JSON.parse(String(plain(board?.Properties['DashboardBody']))) as {
  widgets: Widget[]
}

const shown: Used[] = widgets.flatMap(({ properties: { title = '', metrics = [] } }) =>
  metrics.flatMap((metric) => {
    const texts = metric.filter((part) => typeof part === 'string')
    const [namespace = '', name = '', ...rest] = texts
    if (texts.length === 0) return []
    return [{ namespace, name, dimensions: pairs(rest), where: title }]
  }),
)

function pairs(flat: string[]): Record<string, string> {
  return Object.fromEntries(
    flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? '']] : [])),
  )
}

type AlarmMetric = {
  MetricName: string
  Namespace: string
  Dimensions: { Name: string; Value: string }[]
}

function usedBy(where: string, { Namespace, MetricName, Dimensions = [] }: AlarmMetric): Used {
  return {
    namespace: Namespace,
    name: MetricName,
    where,
    dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value])),
  }
}

const watched: Used[] = ofType('AWS::CloudWatch::Alarm').flatMap(([id, { Properties }]) => {
  const { Metrics, ...alarm } = plain(Properties) as AlarmMetric & {
    Metrics?: { MetricStat?: { Metric: AlarmMetric } }[]
  }
  if (!Metrics) return [usedBy(id, alarm)]
  return Metrics.flatMap(({ MetricStat }) => (MetricStat ? [usedBy(id, MetricStat.Metric)] : []))
})

type Line = Record<string, unknown> & {
  _aws: { CloudWatchMetrics: { Dimensions: string[][]; Metrics: { Name: string }[] }[] }
}

const PIPELINE = 'DarkroomPipeline/Pipeline'

/** The job that is told as failed was refused; this one failed. */
const BROKEN = {
  ...TOLD_EVENTS.failed,
  failure: { code: 'TaskBroke', message: 'It broke.', state: 'CreateTask', retryable: true },
}

/** Every metric that the functions write, as CloudWatch takes it out of their lines. */
const emitted = [
  ...[...Object.values(TOLD_EVENTS), BROKEN].map((event) => jobMetrics(event, PIPELINE)),
  waitMetrics(60, { pipeline: PIPELINE, now: 61_000 }),
  ...[...THROTTLES, 'openFiles', 'ServiceBusy'].map((cause) =>
    heldMetrics(cause, { pipeline: PIPELINE, now: 61_000 }),
  ),
].flatMap((fields) => {
  const line = fields as Line
  return line._aws.CloudWatchMetrics.flatMap(({ Dimensions, Metrics }) =>
    Dimensions.flatMap((by) =>
      Metrics.map(({ Name }) => ({
        name: Name,
        dimensions: Object.fromEntries(by.map((dimension) => [dimension, String(line[dimension])])),
      })),
    ),
  )
})

/** What AWS itself measures: the user guides of SQS, Step Functions and Lambda list these names. */
const NATIVE: Record<string, { names: string[]; by: string; of: string }> = {
  'AWS/SQS': {
    names: [
      'ApproximateNumberOfMessagesVisible',
      'ApproximateAgeOfOldestMessage',
      'NumberOfMessagesDeleted',
    ],
    by: 'QueueName',
    of: 'AWS::SQS::Queue',
  },
  'AWS/States': {
    names: ['ExecutionsStarted', 'ExecutionsFailed', 'ExecutionsTimedOut', 'ExecutionThrottled'],
    by: 'StateMachineArn',
    of: 'AWS::StepFunctions::StateMachine',
  },
  'AWS/Lambda': {
    names: ['Errors', 'Throttles'],
    by: 'FunctionName',
    of: 'AWS::Lambda::Function',
  },
  'AWS/ApiGateway': { names: ['5xx'], by: 'ApiId', of: 'AWS::ApiGatewayV2::Api' },
}

test('every metric that is shown or watched is one that somebody writes', () => {
  expect(shown.length).toBeGreaterThan(30)
  expect(watched.length).toBeGreaterThan(10)
  for (const { namespace, name, dimensions, where } of [...shown, ...watched]) {
    if (namespace === METRIC_NAMESPACE) {
      expect(emitted, where).toContainEqual({ name, dimensions })
      continue
    }
    const native = NATIVE[namespace]
    expect(native?.names, `${where}: ${namespace}`).toContain(name)
    const id = /^<(\w+)/.exec(dimensions[native?.by ?? ''] ?? '')?.[1] ?? ''
    expect(Resources[id]?.Type, `${where}: ${name}`).toBe(native?.of)
  }
})

test('searches look for parts that somebody writes', () => {
  const searches = JSON.stringify(widgets).match(/SEARCH\((?:[^)]|\\")*?\)/g) ?? []
  expect(searches).toHaveLength(3)
  for (const search of searches.map((text) => text.replaceAll('\\"', '"'))) {
    const [, schema = '', name = ''] = /\{([^}]*)\} MetricName="(\w+)"/.exec(search) ?? []
    const [namespace, ...by] = schema.replaceAll('"', '').split(',')
    expect(namespace).toBe(METRIC_NAMESPACE)
    const found = emitted.filter(
      (one) =>
        one.name === name && Object.keys(one.dimensions).sort().join() === [...by].sort().join(),
    )
    expect(found.length, search).toBeGreaterThan(0)
    expect(search).toContain(`Pipeline="${found[0]?.dimensions['Pipeline']}"`)
  }
})

test('the functions that write metrics know the pipeline by the name the page shows', () => {
  const names = ofType('AWS::Lambda::Function').flatMap(([, { Properties }]) => {
    const { Variables } = (Properties['Environment'] ?? {}) as {
      Variables?: Record<string, string>
    }
    return Variables?.['PIPELINE_NAME'] ?? []
  })
  expect(names).toHaveLength(10)
  expect(new Set(names)).toEqual(new Set([PIPELINE]))
})

test('shows and watches what an operator asks for', () => {
  const titles = widgets.map(({ properties }) => properties.title ?? '').join('\n')
  for (const part of [
    'oldest',
    'wait of a state',
    'share that failed',
    'Dead letters',
    'dollars',
  ]) {
    expect(titles).toContain(part)
  }
  const alarms = watched.map(({ where, name }) => `${where} ${name}`).join('\n')
  for (const part of ['OldestAlarm', 'StuckCallbacks', 'FailureShare', 'Dollars', 'UnitsAlarm']) {
    expect(alarms).toContain(part)
  }
})

test('shows the dead letters of every queue that has an alarm for them', () => {
  const dead = (used: Used[]) =>
    new Set(
      used
        .filter(({ name }) => name === 'ApproximateNumberOfMessagesVisible')
        .map(({ dimensions }) => dimensions['QueueName']),
    )
  const onPage = dead(shown.filter(({ where }) => where === 'Dead letters'))
  expect(dead(watched).size).toBeGreaterThanOrEqual(7)
  expect(onPage).toEqual(dead(watched))
})
