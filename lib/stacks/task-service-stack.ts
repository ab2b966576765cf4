import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { TaskService, type TaskServiceProps } from '../service/task-service.ts'

/** The task service as a stack of its own. */
export class TaskServiceStack extends Stack {
  /** `https://…` without a path. */
  readonly url: string

  constructor(
    scope: Construct,
    id: string,
    { rateLimit, featureConcurrency, ...props }: StackProps & TaskServiceProps = {},
  ) {
    super(scope, id, props)
    const { url, stores, alarms, webhooks } = new TaskService(this, 'Service', {
      rateLimit,
      featureConcurrency,
    })
    this.url = url
    const outputs = {
      ServiceUrl: url,
      TasksTableName: stores.tasks.tableName,
      KeysTableName: stores.keys.tableName,
      UnitsTableName: stores.units.tableName,
      WebhooksTableName: stores.webhooks.tableName,
      WebhookQueueUrl: webhooks.queue.queue.queueUrl,
      AlarmTopicArn: alarms.topic.topicArn,
    }
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value })
  }
}
