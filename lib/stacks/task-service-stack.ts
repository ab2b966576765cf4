import { CfnOutput, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { ServiceOffer } from '../../catalog/generator/generator.ts'
import type { RetentionProps } from '../constructs/retention.ts'
import { TaskService, type TaskServiceProps } from '../service/task-service.ts'
import { readSettings } from '../settings/read-settings.ts'
import { serviceProps } from '../settings/service-props.ts'

export type TaskServiceStackProps = RetentionProps &
  Pick<TaskServiceProps, 'pageOrigins' | 'generator' | 'models' | 'videoWorkers'>

/** The task service as a stack of its own, with the settings of the CDK's context. */
export class TaskServiceStack extends Stack {
  readonly service: TaskService
  /** `https://…` without a path. */
  readonly url: string
  /** What the service carries out. */
  readonly offer: ServiceOffer
  /** Dollars that the service's generator asks for a picture; 0 where it has none. */
  readonly generatorPrice: number
  readonly atOnce: TaskService['atOnce']

  constructor(
    scope: Construct,
    id: string,
    {
      removalPolicy,
      logRetention,
      pageOrigins,
      generator,
      models,
      videoWorkers,
    }: TaskServiceStackProps = {},
  ) {
    super(scope, id)
    const context = readSettings(this.node)
    const given = serviceProps(this, generator ? { ...context, generator: undefined } : context)
    const settings = {
      ...given,
      removalPolicy,
      logRetention,
      generator: generator ?? given.generator,
      ...(videoWorkers && { videoWorkers }),
      models: models ?? given.models,
      pageOrigins: [...(given.pageOrigins ?? []), ...(pageOrigins ?? [])],
    }
    const service = new TaskService(this, 'Service', settings)
    this.service = service
    const { url, stores, alarms, webhooks } = service
    this.url = url
    this.offer = service.offer
    this.atOnce = service.atOnce
    const outputs = {
      ServiceUrl: url,
      TasksTableName: stores.tasks.tableName,
      KeysTableName: stores.keys.tableName,
      UnitsTableName: stores.units.tableName,
      WebhooksTableName: stores.webhooks.tableName,
      FilesBucketName: stores.files.bucketName,
      WebhookQueueUrl: webhooks.queue.queue.queueUrl,
      AlarmTopicArn: alarms.topic.topicArn,
    }
    const { dollarsPerPicture = 0, described, secret } = service.generator ?? {}
    this.generatorPrice = dollarsPerPicture
    const place = settings.models
    const told = {
      ...(described && { GeneratorSettings: described }),
      ...(secret && { GeneratorSecretArn: secret.secretArn }),
      ...(place && { ModelsPlace: `s3://${place.bucket.bucketName}/${place.prefix}` }),
    }
    for (const [name, value] of Object.entries({ ...outputs, ...told })) {
      new CfnOutput(this, name, { value })
    }
  }
}
