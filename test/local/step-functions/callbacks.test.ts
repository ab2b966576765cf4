import {
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
} from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import { newToken } from '../../../local/step-functions/store/tokens.ts'
import { callback, machine, named } from './definitions.ts'
import { startRig } from './rig.ts'

/** An interpreter whose function `ask` collects the tokens that it gets. */
async function startAsking(more: object = {}, definition: object = {}) {
  const tokens: string[] = []
  const rig = await startRig({
    functions: { ask: ({ token }: { token: string }) => ({ n: tokens.push(token) }) },
  })
  const arn = await rig.start(machine({ A: callback('ask', more) }, definition))
  const asked = async (count: number): Promise<string> => {
    await rig.clock.runUntil(() => tokens.length === count)
    await rig.clock.advance(0)
    return tokens[count - 1]!
  }
  const send = {
    success: (taskToken: string, output = '"ok"') =>
      rig.client.send(new SendTaskSuccessCommand({ taskToken, output })),
    failure: (taskToken: string, error?: string, cause?: string) =>
      rig.client.send(
        new SendTaskFailureCommand({
          taskToken,
          ...(error ? { error } : {}),
          ...(cause ? { cause } : {}),
        }),
      ),
    heartbeat: (taskToken: string) => rig.client.send(new SendTaskHeartbeatCommand({ taskToken })),
  }
  return { rig, arn, asked, send }
}

function refused(name: string) {
  return { name, $metadata: { httpStatusCode: 400 } }
}

test('the result is the answer of the token, not that of the function', async () => {
  const { rig, arn, asked, send } = await startAsking()
  await send.success(await asked(1), '{"x":1}')
  expect(await rig.finish(arn)).toEqual({ status: 'SUCCEEDED', output: { x: 1 } })
  expect((await rig.history(arn)).map((event) => event.type).slice(2, 6)).toEqual([
    ...['TaskScheduled', 'TaskStarted', 'TaskSubmitted', 'TaskSucceeded'],
  ])
})

test('a failure is the error of its name', async () => {
  const { rig, arn, asked, send } = await startAsking()
  await send.failure(await asked(1), 'Blurred', 'moved')
  expect(await rig.finish(arn)).toEqual({ status: 'FAILED', error: 'Blurred', cause: 'moved' })
})

test('a token is answered once; later answers are TaskTimedOut, also after the execution has ended', async () => {
  const { rig, arn, asked, send } = await startAsking()
  const token = await asked(1)
  await send.success(token)
  await expect(send.success(token)).rejects.toMatchObject(refused('TaskTimedOut'))
  await rig.finish(arn)
  await expect(send.failure(token)).rejects.toMatchObject(refused('TaskTimedOut'))
  await expect(send.heartbeat(token)).rejects.toMatchObject(refused('TaskTimedOut'))
})

test('a retried state has a new token, and the old one is invalid', async () => {
  const { rig, arn, asked, send } = await startAsking({ Retry: [{ ErrorEquals: ['No'] }] })
  const first = await asked(1)
  await send.failure(first, 'No')
  const second = await asked(2)
  expect(second).not.toBe(first)
  await expect(send.success(first)).rejects.toMatchObject(refused('TaskTimedOut'))
  await send.success(second)
  expect(await rig.finish(arn)).toMatchObject({ status: 'SUCCEEDED' })
})

test('wrong tokens and outputs are refused by name and change nothing', async () => {
  const { rig, arn, asked, send } = await startAsking()
  const token = await asked(1)
  await expect(send.success('no token')).rejects.toMatchObject(refused('InvalidToken'))
  await expect(send.success(newToken())).rejects.toMatchObject(refused('TaskDoesNotExist'))
  await expect(send.success(token, '{')).rejects.toMatchObject(refused('InvalidOutput'))
  await expect(send.success(token, JSON.stringify('x'.repeat(262_144)))).rejects.toMatchObject(
    refused('InvalidOutput'),
  )
  await send.success(token)
  expect(await rig.finish(arn)).toMatchObject({ status: 'SUCCEEDED' })
})

test('TimeoutSeconds ends the wait as States.Timeout, and the token with it', async () => {
  const { rig, arn, asked, send } = await startAsking({ TimeoutSeconds: '{% 60 * 60 %}' })
  const token = await asked(1)
  const before = rig.clock.now()
  expect(await rig.finish(arn)).toMatchObject({ status: 'FAILED', error: 'States.Timeout' })
  expect(rig.clock.now() - before).toBe(3_600_000)
  await expect(send.success(token)).rejects.toMatchObject(refused('TaskTimedOut'))
})

test('HeartbeatSeconds counts from the latest heartbeat', async () => {
  const { rig, arn, asked, send } = await startAsking({ HeartbeatSeconds: 60 })
  const token = await asked(1)
  const before = rig.clock.now()
  for (let i = 0; i < 3; i++) {
    await rig.clock.advance(50_000)
    await send.heartbeat(token)
  }
  expect(await rig.finish(arn)).toMatchObject({
    status: 'FAILED',
    error: 'States.HeartbeatTimeout',
  })
  expect(rig.clock.now() - before).toBe(210_000)
})

test.for([
  ['an answer', { output: '1' }],
  ['a failure', { error: 'No' }],
] as const)('%s before the function has returned counts', async ([, answer]) => {
  let release = (): void => {}
  const tokens: string[] = []
  const rig = await startRig({
    functions: {
      ask: ({ token }: { token: string }) =>
        new Promise<void>((resolve) => {
          tokens.push(token)
          release = resolve
        }),
    },
  })
  const Catch = [{ ErrorEquals: ['No'], Output: 1, Next: 'B' }]
  const states = {
    A: callback('ask', { Catch, Next: 'B' }),
    B: { Type: 'Wait', Seconds: 9, End: true },
  }
  const arn = await rig.start(machine(states))
  await rig.clock.runUntil(() => tokens.length === 1)
  const taskToken = tokens[0]!
  if ('output' in answer)
    await rig.client.send(new SendTaskSuccessCommand({ taskToken, ...answer }))
  else await rig.client.send(new SendTaskFailureCommand({ taskToken, ...answer }))
  await rig.clock.advance(0)
  release()
  await rig.clock.advance(0)
  expect(await rig.finish(arn)).toEqual({ status: 'SUCCEEDED', output: 1 })
  expect((await rig.history(arn)).map((event) => event.type)).not.toContain('TaskSubmitted')
})

test('a function that fails ends its callback state at once', async () => {
  const rig = await startRig({
    functions: {
      ask: () => {
        throw named('NoPaper')
      },
    },
  })
  const ended = await rig.run(machine({ A: callback('ask') }))
  expect(ended).toMatchObject({ status: 'FAILED', error: 'NoPaper' })
})

test('the token of an attempt whose function failed is invalid when the next attempt waits', async () => {
  const tokens: string[] = []
  const rig = await startRig({
    functions: {
      ask: ({ token }: { token: string }) => {
        if (tokens.push(token) === 1) throw named('NoPaper')
      },
    },
  })
  await rig.start(machine({ A: callback('ask', { Retry: [{ ErrorEquals: ['NoPaper'] }] }) }))
  await rig.clock.runUntil(() => tokens.length === 2)
  const first = new SendTaskSuccessCommand({ taskToken: tokens[0]!, output: '1' })
  await expect(rig.client.send(first)).rejects.toMatchObject(refused('TaskTimedOut'))
})

test('an open token becomes invalid with its execution', async () => {
  const { rig, arn, asked, send } = await startAsking({}, { TimeoutSeconds: 10 })
  const token = await asked(1)
  expect(await rig.finish(arn)).toMatchObject({ status: 'TIMED_OUT' })
  await expect(send.success(token)).rejects.toMatchObject(refused('TaskTimedOut'))
})
