import { type RequiredRights, textField } from '../aws-json/authorize.ts'
import type { AccessRequest } from '../iam/compile-policy.ts'

/** Operations on several messages need the right to do it with one (SQS Developer Guide, "API permissions"). */
const ACTION: Readonly<Record<string, string>> = {
  SendMessageBatch: 'SendMessage',
  DeleteMessageBatch: 'DeleteMessage',
  ChangeMessageVisibilityBatch: 'ChangeMessageVisibility',
}

/** What the operations of SQS ask for (Service Authorization Reference, Amazon SQS). */
export function sqsRequiredRights(arnOf: (queue: string) => string): RequiredRights {
  return (operation, input) => {
    if (operation.includes('MessageMoveTask')) return moveRequiredRights(operation, input)
    const action = `sqs:${ACTION[operation] ?? operation}`
    const queue = textField(input, 'QueueUrl').split('/').at(-1) || textField(input, 'QueueName')
    return [{ action, resource: operation === 'ListQueues' ? '*' : arnOf(queue), context: {} }]
  }
}

/**
 * A move also receives and deletes at its source and sends to its destination (SQS Developer Guide, "Configuring queue
 * permissions for dead-letter queue redrive").
 */
function moveRequiredRights(operation: string, input: unknown): AccessRequest[] {
  const source = textField(input, 'SourceArn') || sourceOf(textField(input, 'TaskHandle'))
  const ask = (action: string, resource: string) => ({
    action: `sqs:${action}`,
    resource,
    context: {},
  })
  const asked = [ask(operation, source)]
  if (operation !== 'StartMessageMoveTask') return asked
  const to = textField(input, 'DestinationArn')
  asked.push(ask('ReceiveMessage', source), ask('DeleteMessage', source))
  return to ? [...asked, ask('SendMessage', to)] : asked
}

function sourceOf(handle: string): string {
  try {
    return textField(JSON.parse(Buffer.from(handle, 'base64url').toString()), 'sourceArn') || '*'
  } catch {
    return '*'
  }
}
