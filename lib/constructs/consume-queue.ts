import { Names } from 'aws-cdk-lib'
import type { EventSourceMappingOptions, IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { grantActions } from './grants.ts'

/** What Lambda does on a queue with the role of its function (Developer Guide, "Using Lambda with Amazon SQS"). */
const RIGHTS = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']

/**
 * Lets `fn` work `queue` off; a record that fails comes back alone. The library's event source would also grant
 * GetQueueUrl and ChangeMessageVisibility, which Lambda does without. The mapping has the id that it gives.
 */
export function consumeQueue(
  fn: IFunction,
  queue: Queue,
  options: Pick<EventSourceMappingOptions, 'batchSize' | 'maxConcurrency'> = {},
): void {
  grantActions(fn, RIGHTS, queue.queueArn)
  fn.addEventSourceMapping(`SqsEventSource:${Names.nodeUniqueId(queue.node)}`, {
    ...options,
    eventSourceArn: queue.queueArn,
    reportBatchItemFailures: true,
  })
}
