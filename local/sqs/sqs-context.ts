import { AwsError } from '../aws-json/aws-error.ts'
import type { MessageStore } from './message-store.ts'

/** What the operations act on. `urlOf` and `arnOf` return a queue's URL and ARN by its name. */
export type SqsContext = {
  readonly store: MessageStore
  readonly urlOf: (queue: string) => string
  readonly arnOf: (queue: string) => string
}

/** The name of a queue that exists. @throws AwsError QueueDoesNotExist */
export function requireQueueName({ store }: SqsContext, queue: string): string {
  if (store.queues.has(queue)) return queue
  throw new AwsError('com.amazonaws.sqs#QueueDoesNotExist', 'The specified queue does not exist.', {
    queryCode: 'AWS.SimpleQueueService.NonExistentQueue',
  })
}

/** The name of the queue at a URL. Host and port are ignored, because they may be those of an earlier start. */
export function requireQueueAt(context: SqsContext, url: string): string {
  return requireQueueName(context, url.split('/').at(-1) ?? '')
}
