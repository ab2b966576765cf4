import { closeServer, listen } from '../http/server.ts'
import type { Access } from '../iam/access.ts'
import type { Caller } from '../iam/caller.ts'
import { createApiServer } from './api/serve-api.ts'
import { type Clock, systemClock } from './clock.ts'
import { readDefinition } from './definition/read-definition.ts'
import { createDefinitionReader, createEngine } from './interpreter/create-engine.ts'
import type { MapObjectStore } from './map-object-store.ts'
import { stopOrphan } from './map-run/map-children.ts'
import { createBoundedEvaluator } from './query/bounded-evaluator.ts'
import type { Evaluator } from './query/evaluator.ts'
import type { Engine, Invoke } from './run/engine.ts'
import { createRightCheck } from './run/require-right.ts'
import type { StatusChangeEvent } from './run/status-change-event.ts'
import { createStatusChangeDelivery } from './status-change-delivery.ts'
import { openStore } from './store/open-store.ts'

export type StepFunctionsOptions = {
  /** The directory of the database. One process may use it at a time. */
  dataDir: string
  /** 0 takes a free one. */
  port: number
  region: string
  account: string
  /** Who may call the endpoint, and what roles may do. */
  access: Access
  invoke: Invoke
  /** Called for every start and end of an execution, at least once. A rejection is retried, also after a restart. */
  onStatusChange?: (event: StatusChangeEvent) => Promise<void> | void
  /** Where the distributed maps of a state machine read their items and write their results. Without it they fail. */
  objectsOf?: (machineArn: string) => MapObjectStore
  clock?: Clock
  random?: () => number
  /** What evaluates expressions; by default a thread of its own, within limits of time and memory. */
  evaluator?: Evaluator & { close(): Promise<void> }
  /** True leaves the executions of an earlier process paused until `resume` is called. */
  paused?: boolean
}

type NewMachine = { name: string; definition: string | object; role?: Caller | undefined }

export type StepFunctions = {
  url: string
  port: number
  /**
   * Creates a state machine or gives it a new definition (JSON text or an object). It may do what `role` may; without
   * one, everything. Throws InvalidDefinition.
   */
  createStateMachine(machine: NewMachine): { arn: string }
  /** Resumes the executions of an earlier process. Already done unless `paused` was set. */
  resume(): void
  /** Stops serving. Running executions are resumed by the next start. */
  close(): Promise<void>
}

function openEngine(options: StepFunctionsOptions & { evaluator: Evaluator }): Engine {
  const { dataDir, region, account, access, invoke, objectsOf, evaluator } = options
  const { clock = systemClock, random = Math.random } = options
  const store = openStore(dataDir)
  store.slowEvaluations.countEnded()
  const machineOf = createDefinitionReader({ store, evaluator })
  const parts = { store, clock, random, evaluator, machineOf, invoke, region, account }
  const roles = new Map<string, Caller>()
  const requireRight = createRightCheck(access, roles)
  return createEngine({ ...parts, objectsOf, roles, requireRight })
}

function createStateMachine(
  engine: Engine,
  { name, definition, role }: NewMachine,
): { arn: string } {
  const body = typeof definition === 'string' ? definition : JSON.stringify(definition)
  if (!/^[\w-]{1,80}$/.test(name)) throw new RangeError('name: 1 to 80 letters, digits, - and _')
  readDefinition(body, engine.evaluator)
  const arn = `arn:aws:states:${engine.region}:${engine.account}:stateMachine:${name}`
  if (role) engine.roles.set(arn, role)
  engine.store.machines.save(arn, name, body, engine.clock.now())
  return { arn }
}

/**
 * Starts the Step Functions interpreter and its endpoint for the AWS SDK (AWS_ENDPOINT_URL_SFN) on 127.0.0.1. It runs
 * Standard workflows in JSONata. Everything is stored in `dataDir`, and executions that were running continue.
 */
export async function startStepFunctions(options: StepFunctionsOptions): Promise<StepFunctions> {
  const { evaluator = createBoundedEvaluator(options) } = options
  const engine = openEngine({ ...options, evaluator })
  const delivery = createStatusChangeDelivery(engine.store, engine.clock, async (event) =>
    options.onStatusChange?.(event),
  )
  engine.statusChanged = delivery.wake
  const resume = (): void => {
    for (const row of engine.store.executions.running())
      if (!engine.runs.has(row.arn) && !stopOrphan(engine, row)) engine.runExecution(row)
    delivery.wake()
  }
  const server = createApiServer(engine, options.access)
  const port = await listen(server, options.port)
  if (!options.paused) resume()
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    createStateMachine: (machine) => createStateMachine(engine, machine),
    resume,
    async close() {
      delivery.close()
      engine.closing = true
      for (const run of engine.runs.values()) {
        run.over = true
        run.cancelTimeout()
        run.abort.abort()
      }
      await evaluator.close()
      await closeServer(server, 0)
      engine.store.close()
    },
  }
}
