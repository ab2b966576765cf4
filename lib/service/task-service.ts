import { Duration } from 'aws-cdk-lib'
import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Construct } from 'constructs'
import { AlarmTopic } from '../constructs/alarm-topic.ts'
import { allow, allowObjects, allowToMiss } from '../constructs/allow.ts'
import { EngineFunction } from '../constructs/engine-function.ts'
import { HttpEndpoint } from '../constructs/http-endpoint.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import { WorkQueue } from '../constructs/work-queue.ts'
import { ServiceStores } from './service-stores.ts'

const SMALL = Duration.seconds(30)
const EFFECT = Duration.minutes(2)

/** The task service: the HTTP interface, the worker that carries the effects out, and the webhooks that tell of it. */
export class TaskService extends Construct {
  /** `https://…` without a path. */
  readonly url: string
  readonly stores: ServiceStores
  readonly alarms: AlarmTopic

  private readonly taskQueue: WorkQueue
  private readonly webhookQueue: WorkQueue

  constructor(scope: Construct, id: string) {
    super(scope, id)
    const alarms = new AlarmTopic(this, 'Alarms')
    this.alarms = alarms
    this.stores = new ServiceStores(this, 'Stores')
    this.taskQueue = new WorkQueue(this, 'TaskQueue', {
      workTimeout: EFFECT,
      attempts: 4,
      oldest: Duration.minutes(15),
      alarms,
    })
    this.webhookQueue = new WorkQueue(this, 'WebhookQueue', { workTimeout: SMALL, alarms })
    const { url } = new HttpEndpoint(this, 'Api', {
      handler: this.api(),
      method: HttpMethod.ANY,
      path: '/{proxy+}',
      openBecause: 'The function checks the bearer key of every request against its stored hash.',
    })
    this.url = url
    this.taskQueue.workedOffBy(this.worker(), 10, 1)
    this.undertake()
    this.webhookQueue.workedOffBy(this.sender(), 10)
  }

  private api(): IFunction {
    const { tasks, keys, files } = this.stores
    const { fn } = new SmallFunction(this, 'Handler', {
      entry: 'functions/service/api/handler.ts',
      memorySize: 512,
      environment: {
        ...this.endingEnvironment(),
        ...this.stores.environment('KEYS_TABLE'),
        TASKS_QUEUE_URL: this.taskQueue.queue.queueUrl,
      },
    })
    this.letEndTasks(fn)
    allow(fn, ['dynamodb:GetItem'], keys.tableArn)
    allow(fn, ['dynamodb:PutItem'], tasks.tableArn)
    allow(fn, ['sqs:SendMessage'], this.taskQueue.queue.queueArn)
    allowObjects(fn, ['s3:PutObject', 's3:GetObject'], files, 'uploads/')
    allowObjects(fn, ['s3:GetObject'], files, 'results/')
    return fn
  }

  private worker(): IFunction {
    const { files } = this.stores
    const { fn } = new EngineFunction(this, 'RunTask', {
      entry: 'functions/service/run-task/handler.ts',
      environment: this.endingEnvironment(),
      timeout: EFFECT,
    })
    this.letEndTasks(fn)
    allowObjects(fn, ['s3:GetObject'], files, 'uploads/')
    allowToMiss(fn, files, 'uploads/')
    allowObjects(fn, ['s3:PutObject'], files, 'results/')
    return fn
  }

  /** Tasks whose every attempt failed must not stay `running`: their dead letters end them. */
  private undertake(): void {
    const { fn } = new SmallFunction(this, 'EndDeadTask', {
      entry: 'functions/service/end-dead-task/handler.ts',
      environment: this.endingEnvironment(),
    })
    this.letEndTasks(fn)
    fn.addEventSource(
      new SqsEventSource(this.taskQueue.deadLetters, { reportBatchItemFailures: true }),
    )
  }

  private sender(): IFunction {
    const { webhooks } = this.stores
    const { fn } = new SmallFunction(this, 'SendWebhook', {
      entry: 'functions/service/send-webhook/handler.ts',
      environment: {
        ...this.stores.environment('WEBHOOKS_TABLE'),
        WEBHOOKS_QUEUE_URL: this.webhookQueue.queue.queueUrl,
      },
    })
    allow(fn, ['dynamodb:GetItem', 'dynamodb:UpdateItem'], webhooks.tableArn)
    allow(fn, ['sqs:SendMessage'], this.webhookQueue.queue.queueArn)
    return fn
  }

  private endingEnvironment(): Record<string, string> {
    return {
      ...this.stores.environment('TASKS_TABLE', 'UNITS_TABLE', 'WEBHOOKS_TABLE', 'FILES_BUCKET'),
      WEBHOOKS_QUEUE_URL: this.webhookQueue.queue.queueUrl,
    }
  }

  private letEndTasks(fn: IFunction): void {
    const { tasks, units, webhooks } = this.stores
    allow(fn, ['dynamodb:GetItem', 'dynamodb:UpdateItem'], tasks.tableArn)
    allow(fn, READ_AND_WRITE, units.tableArn)
    allow(fn, ['dynamodb:Query', 'dynamodb:GetItem', 'dynamodb:PutItem'], webhooks.tableArn)
    allow(fn, ['sqs:SendMessage'], this.webhookQueue.queue.queueArn)
  }
}

const READ_AND_WRITE = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']
