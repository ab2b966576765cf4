import { Duration } from 'aws-cdk-lib'
import { Rule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { acknowledge } from '../constructs/acknowledge.ts'
import { AlarmTopic } from '../constructs/alarm-topic.ts'
import { JobWorkflow } from '../constructs/job-workflow.ts'
import { WorkQueue } from '../constructs/work-queue.ts'
import { BatchRunner } from './batch-runner.ts'
import { DropListener } from './drop-listener.ts'
import { JobSteps } from './job-steps.ts'
import { OutcomeListener } from './outcome-listener.ts'
import { PipelineStores, type ResultsPlace, refuseOverlap } from './pipeline-stores.ts'

export type DropPipelineProps = {
  /** Where the task service answers, `https://…` without a path: ours, or any with the same interface. */
  readonly serviceUrl: string
  /**
   * Whether the service gives the same task for the same Idempotency-Key. Where it does not, a creation whose answer
   * was lost is not repeated: the job fails and says so. @default true
   */
  readonly serviceIdempotent?: boolean
  /** Where results lie. @default `results/` in a bucket of their own */
  readonly results?: Partial<ResultsPlace>
}

/**
 * What is dropped under `drop/<recipe>/` comes back under `results/<job>/` with a receipt. The pipeline knows the
 * service by its URL and by the secret it makes, whose value `darkroom connect` or an operator sets.
 */
export class DropPipeline extends Construct {
  readonly stores: PipelineStores
  readonly workflow: JobWorkflow
  readonly alarms: AlarmTopic
  /** Where the service posts its webhooks. */
  readonly webhookUrl: string
  /** What `start` works off: drops, and what an operator asks of it. */
  readonly dropQueue: Queue
  readonly batches: BatchRunner

  constructor(scope: Construct, id: string, props: DropPipelineProps) {
    super(scope, id)
    const { serviceUrl, serviceIdempotent = true } = props
    const results = { prefix: 'results/', inDropBucket: false, ...props.results }
    refuseOverlap(results)
    this.alarms = new AlarmTopic(this, 'Alarms')
    this.stores = new PipelineStores(this, 'Stores', results)
    const { stores, alarms } = this
    const watchQueue = new WorkQueue(this, 'Watched', {
      workTimeout: Duration.seconds(30),
      // A look may be all that still knows of a task, so it outlives an outage of some minutes.
      attempts: 12,
      alarms,
    })
    const service = { serviceUrl, serviceIdempotent }
    const steps = new JobSteps(this, 'Steps', {
      ...{ stores, watchQueue, service },
      resultsPrefix: results.prefix,
    })
    this.workflow = new JobWorkflow(this, 'Workflow', { functions: steps, alarms })
    this.letSettleAtOnce(steps)
    this.recordEnds(steps)
    const { queue } = new DropListener(this, 'DropListener', {
      ...{ stores, alarms },
      workflow: this.workflow,
    })
    this.dropQueue = queue
    const { webhookUrl } = new OutcomeListener(this, 'OutcomeListener', {
      stores,
      workflow: this.workflow,
      watchQueue,
      service,
    })
    this.webhookUrl = webhookUrl
    this.batches = new BatchRunner(this, 'Batches', {
      ...{ stores, steps, alarms },
      ...{ workflow: this.workflow, dropQueue: queue, resultsPrefix: results.prefix },
    })
  }

  /** A policy of its own: in the functions' roles it would close a circle, machine → function → role → machine. */
  private letSettleAtOnce({ preProcess, createTask }: JobSteps): void {
    new Policy(this, 'SettleAtOnce', {
      statements: [
        new PolicyStatement({
          actions: ['states:SendTaskSuccess'],
          resources: [this.workflow.stateMachine.stateMachineArn],
        }),
      ],
      roles: [preProcess, createTask].flatMap(({ role }) => role ?? []),
    })
  }

  /** An execution that timed out or was stopped runs no Catch; its end is recorded from outside. */
  private recordEnds({ recordFailure }: JobSteps): void {
    const unrecorded = new Queue(this, 'Unrecorded', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    acknowledge(unrecorded, 'SQS3', 'It is a queue of dead letters itself.')
    this.alarms.whenAbove(this, 'UnrecordedAlarm', {
      metric: unrecorded.metricApproximateNumberOfMessagesVisible({ statistic: 'max' }),
      threshold: 0,
      description: 'The end of an execution could not be recorded.',
    })
    new Rule(this, 'Ended', {
      description: 'Executions that ended otherwise than by success.',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: {
          stateMachineArn: [this.workflow.stateMachine.stateMachineArn],
          status: ['FAILED', 'TIMED_OUT', 'ABORTED'],
        },
      },
      targets: [new LambdaFunction(recordFailure, { deadLetterQueue: unrecorded })],
    })
  }
}
