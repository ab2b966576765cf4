import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { AwsError } from '../aws-json/aws-error.ts'
import type { Operation } from '../aws-json/serve-aws-json.ts'
import { batch } from './batch.ts'
import type { ReceivedMessage } from './message.ts'
import * as input from './requests.ts'
import { queueAt, type SqsDeps } from './sqs-deps.ts'

/** The operations on messages, by name without their prefix. */
export const messageOperations = (deps: SqsDeps): Record<string, Operation> => {
  const at = (url: string): string => queueAt(deps, url)
  const acts = { send: send(deps), hide: hide(deps), remove: remove(deps) }
  return {
    SendMessage: (raw) => {
      const message = input.AtQueue.extend(input.Message.shape).parse(raw)
      return acts.send(at(message.QueueUrl), message)
    },
    ReceiveMessage: async (raw, signal) => {
      const request = input.Receive.parse(raw)
      const messages = await deps.store.receive(at(request.QueueUrl), {
        max: request.MaxNumberOfMessages,
        visibility: request.VisibilityTimeout,
        wait: request.WaitTimeSeconds,
        signal,
      })
      const names = [...request.AttributeNames, ...request.MessageSystemAttributeNames]
      return messages.length > 0 ? { Messages: messages.map((one) => describe(one, names)) } : {}
    },
    DeleteMessage: (raw) => {
      const entry = input.AtQueue.extend(input.Receipt.shape).parse(raw)
      return acts.remove(at(entry.QueueUrl), entry)
    },
    ChangeMessageVisibility: (raw) => {
      const change = input.AtQueue.extend(input.Visibility.shape).parse(raw)
      return acts.hide(at(change.QueueUrl), change)
    },
    SendMessageBatch: batch(input.Message, at, acts.send),
    DeleteMessageBatch: batch(input.Receipt, at, acts.remove),
    ChangeMessageVisibilityBatch: batch(input.Visibility, at, acts.hide),
  }
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

const send =
  ({ store }: SqsDeps) =>
  (queue: string, message: z.infer<typeof input.Message>) => {
    const limit = store.queues.get(queue)!.attributes.MaximumMessageSize
    if (Buffer.byteLength(message.MessageBody) > limit) {
      throw new AwsError('InvalidParameterValue', `MessageBody must be ${limit} bytes or shorter`)
    }
    const id = store.send(queue, message.MessageBody, {
      delay: message.DelaySeconds,
      attributes: message.MessageAttributes,
    })
    return { MessageId: id, MD5OfMessageBody: md5(message.MessageBody) }
  }

const hide =
  ({ store }: SqsDeps) =>
  (queue: string, change: z.infer<typeof input.Visibility>) => {
    if (store.hide(queue, change.ReceiptHandle, change.VisibilityTimeout)) return {}
    throw new AwsError('MessageNotInflight', 'The message is not with this receiver.')
  }

const remove =
  ({ store }: SqsDeps) =>
  (queue: string, entry: z.infer<typeof input.Receipt>) => {
    store.remove(queue, entry.ReceiptHandle)
    return {}
  }

const systemAttributes = (message: ReceivedMessage): Record<string, string> => ({
  SenderId: 'local',
  SentTimestamp: String(message.sentAt),
  ApproximateReceiveCount: String(message.receiveCount),
  ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
})

const describe = (message: ReceivedMessage, names: readonly string[]) => {
  const wanted = Object.entries(systemAttributes(message)).filter(
    ([name]) => names.includes('All') || names.includes(name),
  )
  return {
    MessageId: message.id,
    ReceiptHandle: message.receipt,
    Body: message.body,
    MD5OfBody: md5(message.body),
    ...(wanted.length > 0 ? { Attributes: Object.fromEntries(wanted) } : {}),
    ...(Object.keys(message.attributes).length > 0
      ? { MessageAttributes: message.attributes }
      : {}),
  }
}
