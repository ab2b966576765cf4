import { SendTaskSuccessCommand, type SFNClient } from '@aws-sdk/client-sfn'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stepFunctionsTokens } from '../../../../../functions/pipeline/core/adapters/step-functions-tokens.ts'
import type { Tokens } from '../../../../../functions/pipeline/core/ports/tokens.ts'
import { newWorkflow, openMachineRoom } from '../../../../faults/machine.ts'
import { callback, machine } from '../../../../local/step-functions/definitions.ts'
import { startRig } from '../../../../local/step-functions/rig.ts'
import { virtualClock } from '../../../../local/step-functions/virtual-clock.ts'

// The fault simulator must behave like the local stacks, which run the AWS adapters: each test here runs on both.

const WAITING = machine({ Ask: callback('ask', { TimeoutSeconds: 60 }) })

type Ending = {
  status: string
  output?: string | null | undefined
  error?: string | null | undefined
}

type Answering = {
  tokens: Tokens
  /** Starts an execution that waits, and returns its token. */
  wait(): Promise<string>
  pass(seconds: number): Promise<void>
  /** The statuses of all executions, in the order they were started. */
  endings(): Promise<Ending[]>
}

async function inTheSimulator(): Promise<Answering> {
  const room = openMachineRoom()
  onTestFinished(() => room.close())
  const clock = virtualClock()
  const given: string[] = []
  const workflow = newWorkflow({
    room,
    clock,
    name: 'machine',
    definition: WAITING,
    random: () => 0.5,
    invoke: async (_, payload) => {
      given.push((payload as { token: string }).token)
      return { payload: {} }
    },
    onStatusChange: () => undefined,
  })
  const client = {
    send: async (command: { input: Record<string, string> }) => {
      const { taskToken = '', output = '', error = '', cause = '' } = command.input
      if (command instanceof SendTaskSuccessCommand) workflow.succeed(taskToken, output)
      else workflow.fail(taskToken, error, cause)
    },
  } as unknown as SFNClient
  return {
    tokens: stepFunctionsTokens(client),
    wait: async () => {
      workflow.start(`execution-${given.length}`, '{}')
      await clock.advance(0)
      return given.at(-1) ?? ''
    },
    pass: (seconds) => clock.advance(seconds * 1000),
    endings: async () => {
      await clock.advance(0)
      return workflow
        .executions()
        .toReversed()
        .map(({ status, output, error }) => ({ status, output, error }))
    },
  }
}

async function onTheStacks(): Promise<Answering> {
  const given: string[] = []
  const rig = await startRig({
    functions: { ask: ({ token }: { token: string }) => void given.push(token) },
  })
  const started: string[] = []
  return {
    tokens: stepFunctionsTokens(rig.client),
    wait: async () => {
      const before = given.length
      started.push(await rig.start(WAITING))
      await rig.clock.runUntil(() => given.length > before)
      return given.at(-1) ?? ''
    },
    pass: (seconds) => rig.clock.advance(seconds * 1000),
    endings: async () => {
      await rig.clock.advance(0)
      const all = await Promise.all(started.map((arn) => rig.describe(arn)))
      return all.map(({ status = '', output, error }) => ({ status, output, error }))
    },
  }
}

describe.each([
  ['of the simulator', inTheSimulator],
  ['of the local stacks', onTheStacks],
])('tokens %s', (_, open) => {
  test('resume their state once, and a repetition is no error', async () => {
    const { tokens, wait, endings } = await open()
    const token = await wait()
    await tokens.succeed(token, { taskId: 'one' })
    await tokens.succeed(token, { taskId: 'two' })
    await tokens.fail(token, 'TaskFailed', 'Too late.')
    const [ending] = await endings()
    expect(ending?.status).toBe('SUCCEEDED')
    expect(JSON.parse(ending?.output ?? '')).toEqual({ taskId: 'one' })
  })

  test('fail their state with an error name', async () => {
    const { tokens, wait, endings } = await open()
    const token = await wait()
    await tokens.fail(token, 'TaskRefused', 'No.')
    await tokens.succeed(token, {})
    expect(await endings()).toEqual([
      expect.objectContaining({ status: 'FAILED', error: 'TaskRefused' }),
    ])
  })

  test('that are unknown or timed out are no error', async () => {
    const { tokens, wait, pass, endings } = await open()
    await tokens.succeed('AAAA', {})
    await tokens.fail('AAAA', 'TaskFailed', '')
    const token = await wait()
    await pass(61)
    await tokens.succeed(token, {})
    await tokens.fail(token, 'TaskFailed', '')
    const [ending] = await endings()
    expect(ending).toMatchObject({ status: 'FAILED', error: 'States.Timeout' })
  })

  test('resume their own execution only', async () => {
    const { tokens, wait, endings } = await open()
    const first = await wait()
    const second = await wait()
    expect(second).not.toBe(first)
    await tokens.succeed(second, {})
    expect((await endings()).map(({ status }) => status)).toEqual(['RUNNING', 'SUCCEEDED'])
  })
})
