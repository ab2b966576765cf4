import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ExecutionAlreadyExists,
  InvalidToken,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn'
import { redriveExecution } from '../../local/step-functions/api/redrive-execution.ts'
import { sendTaskFailure } from '../../local/step-functions/api/send-task-failure.ts'
import { sendTaskSuccess } from '../../local/step-functions/api/send-task-success.ts'
import { startExecution } from '../../local/step-functions/api/start-execution.ts'
import { stopExecution } from '../../local/step-functions/api/stop-execution.ts'
import type { Clock } from '../../local/step-functions/clock.ts'
import {
  createDefinitionReader,
  createEngine,
} from '../../local/step-functions/interpreter/create-engine.ts'
import type { MapObjectStore } from '../../local/step-functions/map-object-store.ts'
import { createEvaluator } from '../../local/step-functions/query/evaluator.ts'
import { queryFunctions } from '../../local/step-functions/query/functions.ts'
import { executionArn } from '../../local/step-functions/run/create-execution.ts'
import type { Engine, Invoke } from '../../local/step-functions/run/engine.ts'
import type { StatusChangeEvent } from '../../local/step-functions/run/status-change-event.ts'
import { createStatusChangeDelivery } from '../../local/step-functions/status-change-delivery.ts'
import type { ExecutionRow } from '../../local/step-functions/store/executions.ts'
import { openStore, type Store } from '../../local/step-functions/store/open-store.ts'

/** The store and the compiled expressions that many runs share: opening them anew would cost more than a run. */
export type MachineRoom = {
  store: Store
  machineOf: Engine['machineOf']
  evaluator: Engine['evaluator']
  clock: { current: Clock }
  close(): void
}

export function openMachineRoom(): MachineRoom {
  const dir = mkdtempSync(join(tmpdir(), 'darkroom-faults-'))
  const store = openStore(dir)
  const clock: MachineRoom['clock'] = {
    current: { now: Date.now, setTimeout: () => () => {} },
  }
  const evaluator = createEvaluator(
    queryFunctions({ now: () => clock.current.now(), setTimeout: () => () => {} }, () => 0.5),
  )
  return {
    store,
    evaluator,
    clock,
    machineOf: createDefinitionReader({ store, evaluator }),
    close: () => {
      store.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export type MachineOptions = {
  /** Unique in the room. */
  name: string
  definition: object
  /** Invokes the functions that the definition names. */
  invoke: Invoke
  onStatusChange: (event: StatusChangeEvent) => void
}

type EngineOptions = Pick<Engine, 'random'> & {
  room: MachineRoom
  clock: Clock
  /** What distributed maps read and write. */
  objects?: MapObjectStore | undefined
}

/** State machines on the interpreter's engine, with the API's own behaviour and the SDK's errors. */
export type StepFunctions = { machine(options: MachineOptions): Workflow }

/** One state machine. */
export type Workflow = {
  start(name: string, input: string): void
  stop(name: string): void
  /** Has an execution go on that did not succeed. */
  redrive(name: string): void
  succeed(token: string, output: string): void
  fail(token: string, error: string, cause: string): void
  executions(): ExecutionRow[]
  /** The executions of its distributed maps of this label. */
  children(label: string): ExecutionRow[]
}

const EVERY_ROW = { limit: 1000, before: Number.MAX_SAFE_INTEGER }

export function newStepFunctions({ room, clock, random, objects }: EngineOptions): StepFunctions {
  const { store, evaluator, machineOf } = room
  room.clock.current = clock
  const machines = new Map<string, MachineOptions & { text: string }>()
  const engine = createEngine({
    store,
    evaluator,
    machineOf,
    clock,
    random,
    invoke: (arn, ...what) => {
      // A definition may name a function alone; the interpreter says it whole.
      const names = [arn, arn.slice(arn.lastIndexOf(':') + 1)]
      const machine = [...machines.values()].find(({ text }) =>
        names.some((name) => text.includes(`"${name}"`)),
      )
      if (!machine) throw new Error(`No machine names ${arn}.`)
      return machine.invoke(arn, ...what)
    },
    region: 'us-east-1',
    account: '000000000000',
    ...(objects && { objectsOf: () => objects }),
  })
  engine.statusChanged = createStatusChangeDelivery(store, clock, (event) =>
    machines.get(event.detail.stateMachineArn)?.onStatusChange(event),
  ).wake
  return {
    machine: (options) => {
      const { name, definition } = options
      const arn = `arn:aws:states:us-east-1:000000000000:stateMachine:${name}`
      const text = JSON.stringify(definition)
      machines.set(arn, { ...options, text })
      store.machines.save(arn, name, text, clock.now())
      return workflowOf(engine, arn)
    },
  }
}

function workflowOf(engine: Engine, arn: string): Workflow {
  const { executions } = engine.store
  const of = (execution: string) => ({ executionArn: executionArn(arn, execution) })
  return {
    start: (execution, input) =>
      translated(() => startExecution(engine, { stateMachineArn: arn, name: execution, input })),
    stop: (execution) => translated(() => stopExecution(engine, of(execution))),
    redrive: (execution) => translated(() => redriveExecution(engine, of(execution))),
    succeed: (taskToken, output) =>
      translated(() => sendTaskSuccess(engine, { taskToken, output })),
    fail: (taskToken, error, cause) =>
      translated(() => sendTaskFailure(engine, { taskToken, error, cause })),
    executions: () => executions.page({ machine: arn, ...EVERY_ROW }),
    children: (label) => executions.page({ machine: `${arn}/${label}`, ...EVERY_ROW }),
  }
}

/** One state machine that is alone. */
export function newWorkflow(options: EngineOptions & MachineOptions): Workflow {
  return newStepFunctions(options).machine(options)
}

const SDK_ERRORS = { ExecutionAlreadyExists, InvalidToken, TaskDoesNotExist, TaskTimedOut }

/** The API's faults as the SDK throws them. */
function translated(act: () => unknown): void {
  try {
    act()
  } catch (error) {
    const { name, message } = error as Error
    const Known = SDK_ERRORS[name as keyof typeof SDK_ERRORS]
    throw Known ? new Known({ message, $metadata: {} }) : error
  }
}
