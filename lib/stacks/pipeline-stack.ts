import { CfnOutput, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { DropPipeline, type DropPipelineProps } from '../pipeline/drop-pipeline.ts'

/** The pipeline as a stack of its own. Its outputs are what the command line and the operator need. */
export class PipelineStack extends Stack {
  readonly pipeline: DropPipeline

  /**
   * @param props of the pipeline, or what makes them where they need the stack, such as resources that were there
   * before
   */
  constructor(
    scope: Construct,
    id: string,
    props: DropPipelineProps | ((stack: Stack) => DropPipelineProps),
  ) {
    super(scope, id)
    this.pipeline = new DropPipeline(
      this,
      'Pipeline',
      typeof props === 'function' ? props(this) : props,
    )
    const { stores, workflow, webhookUrl, alarms, dropQueue, batches, notices, bounds } =
      this.pipeline
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
      Bounds: JSON.stringify(bounds),
    }
    const [dropKey, resultsKey] = [stores.drop, stores.results].map(
      (bucket) => bucket.encryptionKey,
    )
    const told = {
      ...(dropKey && { DropBucketKeyArn: dropKey.keyArn }),
      ...(resultsKey && { ResultsBucketKeyArn: resultsKey.keyArn }),
      ...(notices.topic && { NoticeTopicArn: notices.topic.topicArn }),
      ...(notices.secret && { NoticeSecretArn: notices.secret.secretArn }),
    }
    for (const [name, value] of Object.entries({ ...outputs, ...told })) {
      new CfnOutput(this, name, { value })
    }
  }
}
