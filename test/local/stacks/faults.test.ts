import { ListExecutionsCommand } from '@aws-sdk/client-sfn'
import { GetQueueAttributesCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { expect, test } from 'vitest'
import type { Intercept } from '../../../local/lambda/hosted-function.ts'
import { clientsOf, drop, item } from './clients.ts'
import { dataFolder, eventually, startSmall } from './rig.ts'

const deliveries = async (stacks: Parameters<typeof item>[0], key: string, count: number) =>
  eventually(async () => {
    const found = (await item(stacks, key))?.['deliveries']?.N
    return found === String(count) ? found : undefined
  })

test('a message that is delivered twice runs the function twice and starts one execution', async () => {
  const stacks = await startSmall({ dataDir: dataFolder() })
  const { sqs, workflows } = clientsOf(stacks)
  const MessageBody = JSON.stringify({ detail: { object: { key: 'drop/twice.jpg' } } })
  const QueueUrl = stacks.resource('Small/Queue').ref
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }))
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }))
  await deliveries(stacks, 'drop/twice.jpg', 2)
  const stateMachineArn = stacks.resource('Small/Machine').ref
  const { executions } = await workflows.send(new ListExecutionsCommand({ stateMachineArn }))
  expect(executions).toHaveLength(1)
})

test('a function that crashes after its work is called again with the same message', async () => {
  let crashes = 0
  const intercept: Intercept = async (call, next) => {
    if (!call.entry.endsWith('record.ts') || crashes > 0) return next()
    crashes += 1
    await next()
    throw new Error('crashed after the work')
  }
  const stacks = await startSmall({ dataDir: dataFolder(), intercept })
  await drop(stacks, 'drop/again.jpg')
  await deliveries(stacks, 'drop/again.jpg', 2)
})

test('a message that fails alone in its batch ends among the dead letters, the others do not', async () => {
  const stacks = await startSmall({ dataDir: dataFolder() })
  await drop(stacks, 'drop/poison.jpg')
  await drop(stacks, 'drop/good.jpg')
  const QueueUrl = stacks.resource('Small/DeadLetters').ref
  await eventually(async () => {
    const { Attributes } = await clientsOf(stacks).sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
    )
    return Attributes?.['ApproximateNumberOfMessages'] === '1' || undefined
  })
  expect((await item(stacks, 'drop/good.jpg'))?.['deliveries']?.N).toBe('1')
})
