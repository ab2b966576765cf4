import { ListExecutionsCommand } from '@aws-sdk/client-sfn'
import {
  ChangeMessageVisibilityCommand,
  GetQueueAttributesCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { expect, test } from 'vitest'
import type { Intercept, InvokeResult } from '../../../local/lambda/hosted-function.ts'
import type { LocalStacks } from '../../../local/stacks/local-stacks.ts'
import { clientsOf, drop, item } from './clients.ts'
import { dataFolder, eventually, startSmall } from './rig.ts'

async function deliveries(stacks: LocalStacks, key: string, count: number) {
  return eventually(async () => {
    const found = (await item(stacks, key))?.['deliveries']?.N
    return found === String(count) ? found : undefined
  })
}

/** Starts the small stack. A failed delivery is repeated at once. `fault` may wrap each invocation. */
async function startImpatient(fault: Intercept = (_, next) => next()): Promise<LocalStacks> {
  const comeAgain: Intercept = async (call, next) => {
    if (!call.entry.endsWith('record.ts')) return next()
    const result = await fault(call, next).catch(
      (): InvokeResult => ({ error: { errorType: 'Error', errorMessage: 'crashed' } }),
    )
    const { Records } = call.payload as SQSEvent
    for (const { messageId, receiptHandle: ReceiptHandle } of Records) {
      if (!failedIn(result).includes(messageId) && !('error' in result)) continue
      const QueueUrl = stacks.resource('Small/Queue').ref
      const now = { QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }
      await clientsOf(stacks).sqs.send(new ChangeMessageVisibilityCommand(now))
    }
    return result
  }
  const stacks = await startSmall({ dataDir: dataFolder(), intercept: comeAgain })
  return stacks
}

function failedIn(result: InvokeResult): string[] {
  return 'error' in result
    ? []
    : (result.payload as SQSBatchResponse).batchItemFailures.map((one) => one.itemIdentifier)
}

test('a message delivered twice runs the function twice and starts one execution', async () => {
  let handled = 0
  const stacks = await startSmall({
    dataDir: dataFolder(),
    intercept: async (call, next) => {
      const result = await next()
      if (call.entry.endsWith('record.ts')) handled += (call.payload as SQSEvent).Records.length
      return result
    },
  })
  const { sqs, workflows } = clientsOf(stacks)
  const MessageBody = JSON.stringify({ detail: { object: { key: 'drop/twice.jpg' } } })
  const QueueUrl = stacks.resource('Small/Queue').ref
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }))
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }))
  await eventually(async () => handled === 2 || undefined)
  await deliveries(stacks, 'drop/twice.jpg', 2)
  const stateMachineArn = stacks.resource('Small/Machine').ref
  const { executions } = await workflows.send(new ListExecutionsCommand({ stateMachineArn }))
  expect(executions).toHaveLength(1)
})

test('a function that crashes after its work is called again with the same message', async () => {
  let crashes = 0
  const stacks = await startImpatient(async (_, next) => {
    if (crashes > 0) return next()
    crashes += 1
    await next()
    throw new Error('crashed after the work')
  })
  await drop(stacks, 'drop/again.jpg')
  await deliveries(stacks, 'drop/again.jpg', 2)
})

test('only the failed message of a batch ends in the dead-letter queue', async () => {
  const stacks = await startImpatient()
  await drop(stacks, 'drop/poison.jpg')
  await drop(stacks, 'drop/good.jpg')
  const QueueUrl = stacks.resource('Small/DeadLetters').ref
  await eventually(async () => {
    const { Attributes } = await clientsOf(stacks).sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
    )
    return Attributes?.['ApproximateNumberOfMessages'] === '1' || undefined
  })
  await deliveries(stacks, 'drop/good.jpg', 1)
})
