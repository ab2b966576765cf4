import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DescribeExecutionCommand,
  type DescribeExecutionCommandOutput,
  type HistoryEvent,
  paginateGetExecutionHistory,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn'
import { expect, onTestFinished } from 'vitest'
import type { StatusChangeEvent } from '../../../local/step-functions/run/status-change-event.ts'
import {
  type StepFunctionsOptions,
  startStepFunctions,
} from '../../../local/step-functions/start-step-functions.ts'
import { definitionProblems } from './check-definition.ts'
import { type VirtualClock, virtualClock } from './virtual-clock.ts'

export const region = 'eu-west-1'
export const account = '123456789012'
export const functionArn = (name: string): string =>
  `arn:aws:lambda:${region}:${account}:function:${name}`

/** A function under test: gets its payload, throws an Error whose name is its errorType. */
export type TestFunction = (payload: never, signal: AbortSignal) => unknown

export type Ended = { status: string; output?: unknown; error?: string; cause?: string }

/** A temporary directory that goes when the test is over. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'step-functions-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

export const clientOf = (url: string): SFNClient =>
  new SFNClient({
    region,
    endpoint: url,
    maxAttempts: 1,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  })

export const invokeFrom =
  (functions: Record<string, TestFunction>): StepFunctionsOptions['invoke'] =>
  async (arn, payload, signal) => {
    const found = functions[arn.split(':').slice(6)[0] ?? '']
    if (found === undefined)
      return { error: { errorType: 'Lambda.ResourceNotFoundException', errorMessage: arn } }
    try {
      return { payload: await found(payload as never, signal) }
    } catch (thrown) {
      const { name, message } = thrown as Error
      return { error: { errorType: name, errorMessage: message, stackTrace: ['at test'] } }
    }
  }

type RigOptions = Partial<StepFunctionsOptions> & { functions?: Record<string, TestFunction> }

/** The interpreter over loopback with the SDK client, functions of the test, and a virtual clock. */
export async function startRig({ functions = {}, ...options }: RigOptions = {}) {
  const clock = virtualClock()
  const changes: StatusChangeEvent[] = []
  const service = await startStepFunctions({
    dataDir: options.dataDir ?? tempDir(),
    port: 0,
    region,
    account,
    clock,
    random: () => 0.5,
    invoke: invokeFrom(functions),
    onStatusChange: (event) => void changes.push(event),
    ...options,
  })
  const client = clientOf(service.url)
  onTestFinished(async () => {
    client.destroy()
    await service.close()
  })

  const history = async (executionArn: string): Promise<HistoryEvent[]> => {
    const events: HistoryEvent[] = []
    for await (const page of paginateGetExecutionHistory({ client }, { executionArn }))
      events.push(...(page.events ?? []))
    return events
  }
  const ended = (arn: string): StatusChangeEvent | undefined =>
    changes.find((c) => c.detail.executionArn === arn && c.detail.status !== 'RUNNING')
  const describe = (executionArn: string): Promise<DescribeExecutionCommandOutput> =>
    client.send(new DescribeExecutionCommand({ executionArn }))
  const start = async (definition: object, input: unknown = {}, name?: string): Promise<string> => {
    expect(definitionProblems(JSON.parse(JSON.stringify(definition)))).toEqual([])
    const { arn } = service.createStateMachine({ name: 'machine', definition })
    const started = await client.send(
      new StartExecutionCommand({
        stateMachineArn: arn,
        input: JSON.stringify(input),
        ...(name ? { name } : {}),
      }),
    )
    return started.executionArn!
  }
  const finish = async (arn: string): Promise<Ended> => {
    await (options.clock
      ? Promise.reject(new Error('own clock'))
      : clock.runUntil(() => !!ended(arn)))
    const { status, output, error, cause } = await describe(arn)
    return {
      status: status!,
      ...(output === undefined ? {} : { output: JSON.parse(output) }),
      ...(error === undefined ? {} : { error }),
      ...(cause === undefined ? {} : { cause }),
    }
  }
  const run = async (definition: object, input?: unknown): Promise<Ended & { arn: string }> => {
    const arn = await start(definition, input)
    return { ...(await finish(arn)), arn }
  }
  return { service, client, clock, changes, history, describe, start, finish, run, ended }
}

export type Rig = Awaited<ReturnType<typeof startRig>>
export type { VirtualClock }

/** A state machine of these states, starting at the first. */
export const machine = (states: Record<string, object>, more: object = {}): object => ({
  QueryLanguage: 'JSONata',
  StartAt: Object.keys(states)[0],
  States: states,
  ...more,
})

/** A Task that calls a function through the optimized integration, its Output the function's payload. */
export const invoke = (name: string, more: object = {}): object => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke',
  Arguments: { FunctionName: functionArn(name), Payload: '{% $states.input %}' },
  Output: '{% $states.result.Payload %}',
  End: true,
  ...more,
})

/** A callback Task: the function gets the token and the state's input. */
export const callback = (name: string, more: object = {}): object => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
  Arguments: {
    FunctionName: functionArn(name),
    Payload: { token: '{% $states.context.Task.Token %}', input: '{% $states.input %}' },
  },
  TimeoutSeconds: 3600,
  End: true,
  ...more,
})

/** An error with a name, as a function throws it. */
export const named = (name: string, message = 'no'): Error =>
  Object.assign(new Error(message), { name })
