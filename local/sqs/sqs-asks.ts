import { type Asks, textField } from '../aws-json/authorize.ts'

/** Operations on several messages need the right to do it with one (SQS Developer Guide, "API permissions"). */
const ACTION: Readonly<Record<string, string>> = {
  SendMessageBatch: 'SendMessage',
  DeleteMessageBatch: 'DeleteMessage',
  ChangeMessageVisibilityBatch: 'ChangeMessageVisibility',
}

/** What the operations of SQS ask for (Service Authorization Reference, Amazon SQS). */
export function sqsAsks(arnOf: (queue: string) => string): Asks {
  return (operation, input) => {
    const action = `sqs:${ACTION[operation] ?? operation}`
    const queue = textField(input, 'QueueUrl').split('/').at(-1) || textField(input, 'QueueName')
    return [{ action, resource: operation === 'ListQueues' ? '*' : arnOf(queue), context: {} }]
  }
}
