import {
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
} from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import { callback, invoke, machine, named, startRig } from './rig.ts'

test('two functions run after one another', async () => {
  const rig = await startRig({ functions: { add: ({ n }: { n: number }) => ({ n: n + 1 }) } })
  const { status, output, arn } = await rig.run(
    machine({ A: { ...invoke('add', { Next: 'B' }), End: undefined }, B: invoke('add') }),
    { n: 1 },
  )
  expect({ status, output }).toEqual({ status: 'SUCCEEDED', output: { n: 3 } })
})
test('callback', async () => {
  const tokens: string[] = []
  const rig = await startRig({
    functions: { ask: ({ token }: { token: string }) => void tokens.push(token) },
  })
  const arn = await rig.start(
    machine({ A: callback('ask', { Retry: [{ ErrorEquals: ['No'], MaxAttempts: 1 }] }) }),
  )
  await rig.clock.runUntil(() => tokens.length === 1)
  await rig.client.send(new SendTaskHeartbeatCommand({ taskToken: tokens[0]! }))
  await rig.client.send(new SendTaskFailureCommand({ taskToken: tokens[0]!, error: 'No' }))
  await rig.clock.runUntil(() => tokens.length === 2)
  await expect(
    rig.client.send(new SendTaskSuccessCommand({ taskToken: tokens[0]!, output: '1' })),
  ).rejects.toMatchObject({ name: 'TaskTimedOut' })
  await rig.client.send(new SendTaskSuccessCommand({ taskToken: tokens[1]!, output: '{"x":1}' }))
  expect(await rig.finish(arn)).toEqual({ status: 'SUCCEEDED', output: { x: 1 } })
})
