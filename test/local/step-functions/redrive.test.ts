import { RedriveExecutionCommand, SendTaskSuccessCommand } from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import { callback, invoke, machine, named } from './definitions.ts'
import { startRig } from './rig.ts'

test('a redrive runs only what did not succeed, with all its retries', async () => {
  const calls: string[] = []
  let broken = true
  const rig = await startRig({
    functions: {
      first: () => calls.push('first'),
      each: (n: number) => {
        calls.push(`each ${n}`)
        if (n === 2 && broken) throw named('Broken')
        return n * 10
      },
    },
  })
  const arn = await rig.start(
    machine({
      A: invoke('first', { Next: 'M' }),
      M: {
        Type: 'Map',
        Items: [1, 2],
        MaxConcurrency: 1,
        ItemProcessor: {
          StartAt: 'I',
          States: { I: invoke('each', { Retry: [{ ErrorEquals: ['Broken'], MaxAttempts: 1 }] }) },
        },
        End: true,
      },
    }),
  )
  expect(await rig.finish(arn)).toMatchObject({ status: 'FAILED', error: 'Broken' })
  rig.changes.length = 0
  broken = false
  await rig.client.send(new RedriveExecutionCommand({ executionArn: arn }))
  expect(await rig.finish(arn)).toEqual({ status: 'SUCCEEDED', output: [10, 20] })
  expect(calls).toEqual(['first', 'each 1', 'each 2', 'each 2', 'each 2'])
  expect(await rig.describe(arn)).toMatchObject({
    redriveCount: 1,
    redriveStatus: 'NOT_REDRIVABLE',
  })
  expect((await rig.history(arn)).map((event) => event.type)).toContain('ExecutionRedriven')
})

test('a redriven callback has a new token, and the execution its full timeout', async () => {
  const tokens: string[] = []
  const rig = await startRig({
    functions: { ask: ({ token }: { token: string }) => void tokens.push(token) },
  })
  const arn = await rig.start(machine({ A: callback('ask') }, { TimeoutSeconds: 60 }))
  expect(await rig.finish(arn)).toMatchObject({ status: 'TIMED_OUT' })
  rig.changes.length = 0
  await rig.client.send(new RedriveExecutionCommand({ executionArn: arn }))
  await rig.clock.advance(59_000)
  expect(tokens).toHaveLength(2)
  await rig.client.send(new SendTaskSuccessCommand({ taskToken: tokens[1]!, output: '1' }))
  expect(await rig.finish(arn)).toMatchObject({ status: 'SUCCEEDED' })
})

test('a running or succeeded execution cannot be redriven', async () => {
  const rig = await startRig()
  const { arn: executionArn } = await rig.run(machine({ A: { Type: 'Succeed' } }))
  await expect(
    rig.client.send(new RedriveExecutionCommand({ executionArn })),
  ).rejects.toMatchObject({
    name: 'ExecutionNotRedrivable',
  })
})
