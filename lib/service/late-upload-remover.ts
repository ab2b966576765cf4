import { Rule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { Construct } from 'constructs'
import type { AlarmTopic } from '../constructs/alarm-topic.ts'
import { grantActions, grantObjects } from '../constructs/grants.ts'
import { RuleDeadLetterQueue } from '../constructs/rule-dead-letter-queue.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import type { ServiceStores } from './service-stores.ts'

export type LateUploadRemoverProps = {
  readonly stores: ServiceStores
  readonly alarms: AlarmTopic
}

/** Removes at once what an upload slot takes after a task that used it was deleted. */
export class LateUploadRemover extends Construct {
  constructor(scope: Construct, id: string, { stores, alarms }: LateUploadRemoverProps) {
    super(scope, id)
    const { tasks, files } = stores
    const { fn } = new SmallFunction(this, 'RemoveLateUpload', {
      entry: 'functions/service/remove-late-upload/handler.ts',
      environment: stores.environment('TASKS_TABLE', 'FILES_BUCKET'),
    })
    grantActions(fn, ['dynamodb:GetItem'], tasks.tableArn)
    grantObjects(fn, ['s3:DeleteObject'], files, 'uploads/')
    const left = new RuleDeadLetterQueue(this, 'Left', {
      alarms,
      description:
        'A file that a slot took after its task was deleted may still be there. The dead letter names it.',
    })
    left.keepFailuresOf(fn)
    new Rule(this, 'Uploaded', {
      description: 'Files that upload slots took.',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [files.bucketName] },
          object: { key: [{ prefix: 'uploads/' }] },
        },
      },
      targets: [new LambdaFunction(fn, { deadLetterQueue: left })],
    })
  }
}
