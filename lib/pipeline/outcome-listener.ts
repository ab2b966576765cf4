import { Duration } from 'aws-cdk-lib'
import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import type { AlarmTopic } from '../constructs/alarm-topic.ts'
import { grantActions, grantSecretRead } from '../constructs/grants.ts'
import { HttpEndpoint } from '../constructs/http-endpoint.ts'
import type { JobWorkflow } from '../constructs/job-workflow.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import { type ThrottleProps, throttleOf } from '../constructs/throttle.ts'
import type { WorkQueue } from '../constructs/work-queue.ts'
import { letReadObjects } from './object-reads.ts'
import type { PipelineStores } from './pipeline-stores.ts'
import { type ServiceAccess, serviceEnvironment } from './provider.ts'

export type OutcomeListenerProps = {
  readonly alarms: AlarmTopic
  readonly stores: PipelineStores
  readonly workflow: JobWorkflow
  readonly watchQueue: WorkQueue
  readonly service: ServiceAccess
  /** Tasks looked at at once. */
  readonly looks: number
  readonly throttle?: ThrottleProps | undefined
}

/** Senders repeat what failed once or twice, so that a few failures in a quarter of an hour are nothing to mend. */
const SOME = 4

/** The two ways the end of a task is heard: the service's webhook, and a look at its status now and then. */
export class OutcomeListener extends Construct {
  /** Where the service posts its webhooks. */
  readonly webhookUrl: string

  private readonly props: OutcomeListenerProps

  constructor(scope: Construct, id: string, props: OutcomeListenerProps) {
    super(scope, id)
    this.props = props
    const endpoint = new HttpEndpoint(this, 'Webhook', {
      throttle: throttleOf(props.throttle),
      routes: [
        {
          handler: this.listener('ReceiveWebhook', 'receive-webhook'),
          method: HttpMethod.POST,
          path: '/webhook',
          openBecause: 'Webhooks carry a signature over their bytes, which the function verifies.',
        },
      ],
    })
    this.webhookUrl = `${endpoint.url}/webhook`
    props.alarms.alarmAbove(this, 'UnreceivedAlarm', {
      metric: endpoint.serverErrors(Duration.minutes(15)),
      threshold: SOME,
      description:
        'Webhooks of the service were answered with 5xx. Jobs still end, by polling, but later. The log of the function ' +
        'that receives them says why.',
    })

    const { watchQueue, service } = props
    const watch = this.listener('WatchTask', 'watch-task', {
      ...serviceEnvironment(service),
      WATCH_QUEUE_URL: watchQueue.queue.queueUrl,
      PIPELINE_NAME: props.stores.pipelineName,
    })
    watchQueue.heldBackBy(watch)
    grantActions(watch, ['states:SendTaskFailure'], props.workflow.stateMachine.stateMachineArn)
    letReadObjects(watch, 'watch-task', props.stores)
    watchQueue.workedOffBy(watch, props.looks)
  }

  private listener(id: string, verb: string, environment: Record<string, string> = {}): IFunction {
    const { inbox, secret } = this.props.stores
    const { fn } = new SmallFunction(this, id, {
      entry: `functions/pipeline/${verb}/handler.ts`,
      environment: {
        INBOX_TABLE: inbox.tableName,
        SERVICE_SECRET_ID: secret.secretArn,
        ...environment,
      },
    })
    grantActions(fn, ['dynamodb:GetItem', 'dynamodb:UpdateItem'], inbox.tableArn)
    grantSecretRead(fn, secret)
    grantActions(fn, ['states:SendTaskSuccess'], this.props.workflow.stateMachine.stateMachineArn)
    return fn
  }
}
