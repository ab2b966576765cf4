import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { DropPipeline, type DropPipelineProps } from '../pipeline/drop-pipeline.ts'

/** The pipeline as a stack of its own. Its outputs are what the command line and the operator need. */
export class PipelineStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & DropPipelineProps) {
    super(scope, id, props)
    const { stores, workflow, webhookUrl, alarms, dropQueue, batches, notices } = new DropPipeline(
      this,
      'Pipeline',
      props,
    )
    const outputs = {
      DropBucketName: stores.drop.bucketName,
      ResultsBucketName: stores.results.bucketName,
      JobsTableName: stores.jobs.tableName,
      BatchesTableName: batches.table.tableName,
      BatchMachineArn: batches.workflow.stateMachine.stateMachineArn,
      DropQueueUrl: dropQueue.queueUrl,
      ServiceSecretArn: stores.secret.secretArn,
      StateMachineArn: workflow.stateMachine.stateMachineArn,
      WebhookUrl: webhookUrl,
      AlarmTopicArn: alarms.topic.topicArn,
    }
    const told = {
      ...(notices.topic && { NoticeTopicArn: notices.topic.topicArn }),
      ...(notices.secret && { NoticeSecretArn: notices.secret.secretArn }),
    }
    for (const [name, value] of Object.entries({ ...outputs, ...told })) {
      new CfnOutput(this, name, { value })
    }
  }
}
