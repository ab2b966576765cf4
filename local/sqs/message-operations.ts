import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { AwsError } from '../aws-json/aws-error.ts'
import type { Operation } from '../aws-json/serve-aws-json.ts'
import { batchOperation } from './batch-operation.ts'
import type { ReceivedMessage } from './message.ts'
import * as input from './requests.ts'
import { requireQueueAt, type SqsContext } from './sqs-context.ts'

/** The operations on messages by their name without prefix (SQS API Reference). */
export function messageOperations(context: SqsContext): Record<string, Operation> {
  const at = (url: string): string => requireQueueAt(context, url)
  const actions = {
    send: send(context),
    changeVisibility: changeVisibility(context),
    remove: remove(context),
  }
  return {
    SendMessage: (raw) => {
      const message = input.Send.parse(raw)
      return actions.send(at(message.QueueUrl), message)
    },
    ReceiveMessage: async (raw, signal) => {
      const request = input.Receive.parse(raw)
      const messages = await context.store.receive(at(request.QueueUrl), {
        max: request.MaxNumberOfMessages,
        visibilitySeconds: request.VisibilityTimeout,
        waitSeconds: request.WaitTimeSeconds,
        signal,
      })
      const names = [...request.AttributeNames, ...request.MessageSystemAttributeNames]
      return messages.length > 0 ? { Messages: messages.map((one) => describe(one, names)) } : {}
    },
    DeleteMessage: (raw) => {
      const entry = input.Delete.parse(raw)
      return actions.remove(at(entry.QueueUrl), entry)
    },
    ChangeMessageVisibility: (raw) => {
      const change = input.ChangeVisibility.parse(raw)
      return actions.changeVisibility(at(change.QueueUrl), change)
    },
    SendMessageBatch: batchOperation(input.Message, at, actions.send),
    DeleteMessageBatch: batchOperation(input.Receipt, at, actions.remove),
    ChangeMessageVisibilityBatch: batchOperation(input.Visibility, at, actions.changeVisibility),
  }
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

function send({ store }: SqsContext) {
  return (queue: string, message: z.infer<typeof input.Message>) => {
    const limit = store.queues.get(queue)!.attributes.MaximumMessageSize
    if (Buffer.byteLength(message.MessageBody) > limit) {
      throw new AwsError('InvalidParameterValue', `MessageBody must be ${limit} bytes or shorter`)
    }
    const id = store.send(queue, message.MessageBody, {
      delaySeconds: message.DelaySeconds,
      group: message.MessageGroupId,
      attributes: message.MessageAttributes,
    })
    return { MessageId: id, MD5OfMessageBody: md5(message.MessageBody) }
  }
}

function changeVisibility({ store }: SqsContext) {
  return (queue: string, change: z.infer<typeof input.Visibility>) => {
    if (store.changeVisibility(queue, change.ReceiptHandle, change.VisibilityTimeout)) return {}
    throw new AwsError('MessageNotInflight', 'The message is not with this receiver.')
  }
}

function remove({ store }: SqsContext) {
  return (queue: string, entry: z.infer<typeof input.Receipt>) => {
    store.remove(queue, entry.ReceiptHandle)
    return {}
  }
}

function systemAttributes(message: ReceivedMessage): Record<string, string> {
  return {
    SenderId: 'local',
    SentTimestamp: String(message.sentAt),
    ApproximateReceiveCount: String(message.receiveCount),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    ...(message.group !== undefined && { MessageGroupId: message.group }),
  }
}

function describe(message: ReceivedMessage, names: readonly string[]) {
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
