import { CfnOutput, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { RetentionProps } from '../constructs/retention.ts'
import { serviceSettings } from '../service/service-settings.ts'
import { TaskService, type TaskServiceProps } from '../service/task-service.ts'

export type TaskServiceStackProps = RetentionProps & Pick<TaskServiceProps, 'pageOrigins'>

/** The task service as a stack of its own, with the settings of the CDK's context. */
export class TaskServiceStack extends Stack {
  /** `https://…` without a path. */
  readonly url: string

  constructor(
    scope: Construct,
    id: string,
    { removalPolicy, logRetention, pageOrigins }: TaskServiceStackProps = {},
  ) {
    super(scope, id)
    const given = serviceSettings(this.node)
    const settings = {
      ...given,
      removalPolicy,
      logRetention,
      pageOrigins: [...(given.pageOrigins ?? []), ...(pageOrigins ?? [])],
    }
    const { url, stores, alarms, webhooks } = new TaskService(this, 'Service', settings)
    this.url = url
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
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value })
  }
}
