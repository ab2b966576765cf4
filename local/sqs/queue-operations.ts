import type { Operation } from '../aws-json/serve-aws-json.ts'
import { QueueAttributes } from './queue-attributes.ts'
import * as input from './requests.ts'
import { existing, queueAt, type SqsDeps } from './sqs-deps.ts'

/** The operations on queues, by name without their prefix. */
export const queueOperations = (deps: SqsDeps): Record<string, Operation> => {
  const { store, urlOf } = deps
  return {
    CreateQueue: (raw) => {
      const { QueueName, Attributes } = input.CreateQueue.parse(raw)
      put(deps, QueueName, Attributes)
      return { QueueUrl: urlOf(QueueName) }
    },
    SetQueueAttributes: (raw) => {
      const { QueueUrl, Attributes } = input.SetAttributes.parse(raw)
      put(deps, queueAt(deps, QueueUrl), Attributes)
    },
    GetQueueUrl: (raw) => ({ QueueUrl: urlOf(existing(deps, input.ByName.parse(raw).QueueName)) }),
    ListQueues: (raw) => {
      const { QueueNamePrefix } = input.List.parse(raw)
      const names = [...store.queues.keys()].filter((name) => name.startsWith(QueueNamePrefix))
      return { QueueUrls: names.sort().map(urlOf) }
    },
    GetQueueAttributes: (raw) => {
      const { QueueUrl, AttributeNames } = input.GetAttributes.parse(raw)
      const wanted = Object.entries(attributesOf(deps, queueAt(deps, QueueUrl))).filter(
        ([name]) => AttributeNames.includes('All') || AttributeNames.includes(name),
      )
      return { Attributes: Object.fromEntries(wanted) }
    },
    PurgeQueue: (raw) => store.purge(queueAt(deps, input.AtQueue.parse(raw).QueueUrl)),
  }
}

const put = ({ store }: SqsDeps, queue: string, changed: Record<string, string>): void => {
  const earlier = store.queues.get(queue)?.attributes
  store.putQueue(queue, QueueAttributes.parse({ ...earlier, ...changed }))
}

const attributesOf = ({ store, arnOf }: SqsDeps, queue: string): Record<string, string> => {
  const { attributes, created } = store.queues.get(queue)!
  const { ready, flying, delayed } = store.count(queue)
  const all = {
    ...attributes,
    QueueArn: arnOf(queue),
    CreatedTimestamp: Math.floor(created / 1_000),
    ApproximateNumberOfMessages: ready,
    ApproximateNumberOfMessagesNotVisible: flying,
    ApproximateNumberOfMessagesDelayed: delayed,
  }
  return Object.fromEntries(
    Object.entries(all)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
}
