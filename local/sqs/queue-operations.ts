import type { Operation } from '../aws-json/serve-aws-json.ts'
import { QueueAttributes } from './queue-attributes.ts'
import * as input from './requests.ts'
import { requireQueueAt, requireQueueName, type SqsContext } from './sqs-context.ts'

/** The operations on queues by their name without prefix (SQS API Reference). */
export function queueOperations(context: SqsContext): Record<string, Operation> {
  const { store, urlOf } = context
  return {
    CreateQueue: (raw) => {
      const { QueueName, Attributes } = input.CreateQueue.parse(raw)
      put(context, QueueName, Attributes)
      return { QueueUrl: urlOf(QueueName) }
    },
    SetQueueAttributes: (raw) => {
      const { QueueUrl, Attributes } = input.SetAttributes.parse(raw)
      put(context, requireQueueAt(context, QueueUrl), Attributes)
    },
    GetQueueUrl: (raw) => ({
      QueueUrl: urlOf(requireQueueName(context, input.ByName.parse(raw).QueueName)),
    }),
    ListQueues: (raw) => {
      const { QueueNamePrefix } = input.List.parse(raw)
      const names = [...store.queues.keys()].filter((name) => name.startsWith(QueueNamePrefix))
      return { QueueUrls: names.sort().map(urlOf) }
    },
    GetQueueAttributes: (raw) => {
      const { QueueUrl, AttributeNames } = input.GetAttributes.parse(raw)
      const wanted = Object.entries(
        attributesOf(context, requireQueueAt(context, QueueUrl)),
      ).filter(([name]) => AttributeNames.includes('All') || AttributeNames.includes(name))
      return { Attributes: Object.fromEntries(wanted) }
    },
    PurgeQueue: (raw) => store.purge(requireQueueAt(context, input.AtQueue.parse(raw).QueueUrl)),
  }
}

function put({ store }: SqsContext, queue: string, changed: Record<string, string>): void {
  const earlier = store.queues.get(queue)?.attributes
  store.putQueue(queue, QueueAttributes.parse({ ...earlier, ...changed }))
}

function attributesOf({ store, arnOf }: SqsContext, queue: string): Record<string, string> {
  const { attributes, created } = store.queues.get(queue)!
  const { ready, inFlight, delayed } = store.count(queue)
  const all = {
    ...attributes,
    QueueArn: arnOf(queue),
    CreatedTimestamp: Math.floor(created / 1_000),
    ApproximateNumberOfMessages: ready,
    ApproximateNumberOfMessagesNotVisible: inFlight,
    ApproximateNumberOfMessagesDelayed: delayed,
  }
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]))
}
