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
import type { MapObjectStore } from '../../../local/step-functions/map-object-store.ts'
import { createEvaluator } from '../../../local/step-functions/query/evaluator.ts'
import { queryFunctions } from '../../../local/step-functions/query/functions.ts'
import type { StatusChangeEvent } from '../../../local/step-functions/run/status-change-event.ts'
import {
  type StepFunctionsOptions,
  startStepFunctions,
} from '../../../local/step-functions/start-step-functions.ts'
import { OPERATOR, operatorOnly } from '../../setup/account.ts'
import { definitionProblems } from './check-definition.ts'
import { account, region } from './definitions.ts'
import { type VirtualClock, virtualClock } from './virtual-clock.ts'

/** A function under test: gets its payload, throws an Error whose name is its errorType. */
export type TestFunction = (payload: never, signal: AbortSignal) => unknown

export type Ended = { status: string; output?: unknown; error?: string; cause?: string }

/** A temporary directory that is removed after the test. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'step-functions-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

function invokeFrom(functions: Record<string, TestFunction>): StepFunctionsOptions['invoke'] {
  return async (arn, payload, signal) => {
    const found = functions[arn.split(':')[6] ?? '']
    if (found === undefined)
      return { error: { errorType: 'Lambda.ResourceNotFoundException', errorMessage: arn } }
    try {
      return { payload: await found(payload as never, signal) }
    } catch (thrown) {
      const { name, message } = thrown as Error
      return { error: { errorType: name, errorMessage: message, stackTrace: ['at test'] } }
    }
  }
}

/** An SDK client for an endpoint, without retries. */
export function clientOf(url: string): SFNClient {
  return new SFNClient({
    region,
    endpoint: url,
    maxAttempts: 1,
    credentials: OPERATOR,
  })
}

type RigOptions = Partial<Omit<StepFunctionsOptions, 'clock' | 'objectsOf'>> & {
  /** What the distributed maps of every machine read and write. */
  objects?: MapObjectStore
  functions?: Record<string, TestFunction>
  clock?: VirtualClock
}

/** The interpreter over loopback with the SDK client, functions of the test, and a virtual clock. */
export async function startRig({
  functions = {},
  clock = virtualClock(),
  objects,
  ...options
}: RigOptions = {}) {
  const changes: StatusChangeEvent[] = []
  const random = () => 0.5
  const service = await startStepFunctions({
    dataDir: options.dataDir ?? tempDir(),
    port: 0,
    region,
    account,
    clock,
    access: operatorOnly(),
    ...(objects && { objectsOf: () => objects }),
    random,
    // Virtual time moves when nothing is left to do, and it cannot see what a thread does.
    evaluator: { ...createEvaluator(queryFunctions(clock, random)), close: async () => {} },
    invoke: invokeFrom(functions),
    onStatusChange: (event) => void changes.push(event),
    ...options,
  })
  const client = clientOf(service.url)
  let stopped = false
  const stop = async (): Promise<void> => {
    if (stopped) return
    stopped = true
    client.destroy()
    await service.close()
  }
  onTestFinished(stop)

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
    await clock.runUntil(() => ended(arn) !== undefined)
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
  return { service, client, clock, changes, history, describe, start, finish, run, ended, stop }
}
