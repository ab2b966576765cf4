import { Duration } from 'aws-cdk-lib'
import { Dashboard, GraphWidget, type IMetric, TextWidget } from 'aws-cdk-lib/aws-cloudwatch'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct, type IConstruct } from 'constructs'
import { JOB_OUTCOMES } from '../../catalog/jobs/pipeline-metrics.ts'
import { THROTTLES } from '../../catalog/limits/throttles.ts'
import type { AlarmTopic } from '../constructs/alarm-topic.ts'
import { EngineFunction } from '../constructs/engine-function.ts'
import type { JobWorkflow } from '../constructs/job-workflow.ts'
import { RuleDeadLetterQueue } from '../constructs/rule-dead-letter-queue.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import { WorkQueue } from '../constructs/work-queue.ts'
import { PipelineMetrics } from './pipeline-metrics.ts'

/** Where alarms are raised. */
export type AlarmLimits = {
  /** A dropped file has waited this long to be taken in. @default 15 minutes */
  readonly oldestFile?: Duration | undefined
  /** A state has waited this long for its task. Raise it for videos. @default 5 minutes */
  readonly stuckCallback?: Duration | undefined
  /** This part of the jobs that ended within an hour failed, 0 to 1. @default 0.2 */
  readonly failureShare?: number | undefined
  /** The jobs of a day cost this many dollars, by estimate. @default 10 */
  readonly dollarsPerDay?: number | undefined
  /** The jobs of a day took this many units. @default no alarm */
  readonly unitsPerDay?: number | undefined
}

export type PipelineOverviewProps = {
  readonly pipelineName: string
  readonly workflow: JobWorkflow
  readonly dropQueue: IQueue
  readonly alarms: AlarmTopic
  readonly limits: AlarmLimits
  /** Everything below it that has dead letters or runs is shown. */
  readonly of: IConstruct
}

const HEIGHT = 6
const HALF = 12
const HOUR = Duration.hours(1)
const DAY = Duration.days(1)

/** One page that answers: do files wait, do jobs end well, is anything stuck or lost, what does it cost. */
export class PipelineOverview extends Construct {
  private readonly metrics: PipelineMetrics

  constructor(scope: Construct, id: string, props: PipelineOverviewProps) {
    super(scope, id)
    this.metrics = new PipelineMetrics(props.pipelineName)
    this.draw(props)
    this.raise(props)
  }

  private draw({ workflow, dropQueue, of, pipelineName }: PipelineOverviewProps): void {
    const { metrics } = this
    const { stateMachine } = workflow
    const below = of.node.findAll()
    const functions = below.flatMap((one) =>
      one instanceof SmallFunction || one instanceof EngineFunction ? [one.fn] : [],
    )
    const board = new Dashboard(this, 'Dashboard', { defaultInterval: Duration.hours(12) })
    board.addWidgets(
      new TextWidget({ markdown: `# Darkroom pipeline ${pipelineName}`, width: 24, height: 1 }),
    )
    board.addWidgets(
      graph(
        'Files that wait to be taken in, and the oldest, s',
        [dropQueue.metricApproximateNumberOfMessagesVisible({ label: 'files', statistic: 'max' })],
        [dropQueue.metricApproximateAgeOfOldestMessage({ label: 'oldest', statistic: 'max' })],
      ),
      graph('Longest wait of a state for its task, s', [
        metrics.whole('WaitSeconds', { statistic: 'max', label: 'stuck callbacks' }),
      ]),
    )
    board.addWidgets(
      graph(
        'Jobs, and the share that failed, %',
        JOB_OUTCOMES.map((outcome) => metrics.outcome('Jobs', outcome, { statistic: 'sum' })),
        [metrics.failureShare(HOUR)],
      ),
      graph(
        'From drop to end, s',
        ['p50', 'p99'].map((statistic) =>
          metrics.outcome('Seconds', 'succeeded', { statistic, label: statistic }),
        ),
      ),
    )
    board.addWidgets(
      graph(
        'Dead letters',
        deadLettersIn(below).map(([label, queue]) =>
          queue.metricApproximateNumberOfMessagesVisible({ label, statistic: 'max' }),
        ),
      ),
      graph(
        'Spent in an hour: dollars, and units',
        [metrics.whole('Dollars', { statistic: 'sum', period: HOUR })],
        [metrics.whole('Units', { statistic: 'sum', period: HOUR })],
      ),
    )
    board.addWidgets(
      graph('Jobs by recipe and outcome', [metrics.recipes('Jobs', 'Sum')]),
      graph('Bytes by recipe and outcome', [metrics.recipes('Bytes', 'Sum')]),
      graph('Dollars by recipe and outcome', [metrics.recipes('Dollars', 'Sum')]),
    )
    board.addWidgets(
      graph(
        'Made to wait, by what had no room',
        ['openFiles', 'ServiceBusy', ...THROTTLES].map((cause) =>
          metrics.held(cause, { statistic: 'sum' }),
        ),
      ),
      graph('Executions', [
        stateMachine.metricStarted({ label: 'started' }),
        stateMachine.metricFailed({ label: 'failed' }),
        stateMachine.metricTimedOut({ label: 'timed out' }),
        stateMachine.metricThrottled({ label: 'throttled' }),
      ]),
      graph(
        'Functions that failed, and that were held back',
        functions.map((fn) => fn.metricErrors({ label: labelOf(fn) })),
        functions.map((fn) => fn.metricThrottles({ label: labelOf(fn) })),
      ),
    )
  }

  /** The oldest file and the dead letters have their alarms where their queues are made. */
  private raise({ alarms, limits }: PipelineOverviewProps): void {
    const { metrics } = this
    const { stuckCallback = Duration.minutes(5), failureShare = 0.2, dollarsPerDay = 10 } = limits
    alarms.alarmAbove(this, 'StuckCallbacksAlarm', {
      metric: metrics.whole('WaitSeconds', { statistic: 'max', period: Duration.minutes(15) }),
      threshold: stuckCallback.toSeconds(),
      description:
        'A state has waited too long for its task. The service may hang, or its webhooks may not come.',
    })
    alarms.alarmAbove(this, 'FailureShareAlarm', {
      metric: metrics.failureShare(HOUR),
      threshold: failureShare * 100,
      description:
        'Too many jobs of the last hour failed, refused files apart; `darkroom jobs --why` groups their reasons.',
    })
    alarms.alarmAbove(this, 'DollarsAlarm', {
      metric: metrics.whole('Dollars', { statistic: 'sum', period: DAY }),
      threshold: dollarsPerDay,
      description:
        'The jobs of a day cost more than expected; `darkroom costs` adds them up by recipe.',
    })
    if (limits.unitsPerDay === undefined) return
    alarms.alarmAbove(this, 'UnitsAlarm', {
      metric: metrics.whole('Units', { statistic: 'sum', period: DAY }),
      threshold: limits.unitsPerDay,
      description:
        'The jobs of a day took more units than expected; `darkroom costs` adds them up.',
    })
  }
}

/** Every queue of dead letters, by what it stands behind. */
function deadLettersIn(constructs: readonly IConstruct[]): [string, IQueue][] {
  return constructs.flatMap((one): [string, IQueue][] => {
    if (one instanceof WorkQueue) return [[one.node.id, one.deadLetters]]
    return one instanceof RuleDeadLetterQueue ? [[one.node.id, one]] : []
  })
}

function labelOf({ node }: IConstruct): string {
  return node.scope?.node.id ?? node.id
}

function graph(title: string, left: IMetric[], right: IMetric[] = []): GraphWidget {
  return new GraphWidget({ title, left, right, width: HALF, height: HEIGHT })
}
