import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { TaskService } from '../service/task-service.ts'

/** The task service as a stack of its own. */
export class TaskServiceStack extends Stack {
  /** `https://…` without a path. */
  readonly url: string

  constructor(scope: Construct, id: string, props: StackProps = {}) {
    super(scope, id, props)
    const { url, stores, alarms } = new TaskService(this, 'Service')
    this.url = url
    const outputs = {
      ServiceUrl: url,
      KeysTableName: stores.keys.tableName,
      UnitsTableName: stores.units.tableName,
      WebhooksTableName: stores.webhooks.tableName,
      AlarmTopicArn: alarms.topic.topicArn,
    }
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value })
  }
}
