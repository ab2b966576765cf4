import type { Caller } from '../../iam/caller.ts'
import type { Clock } from '../clock.ts'
import type { Flow, Machine } from '../definition/schema.ts'
import type { Json } from '../json.ts'
import type { MapObjectStore } from '../map-object-store.ts'
import type { Evaluator } from '../query/evaluator.ts'
import type { ExecutionRow } from '../store/executions.ts'
import type { Frame } from '../store/frames.ts'
import type { Store } from '../store/open-store.ts'
import type { CallbackOutcome } from '../store/tokens.ts'
import type { HistoryDetails, HistoryType } from './history-event.ts'
import type { RequireRight } from './require-right.ts'

/**
 * How a function is invoked: its payload, or the error that it or its host reported. A rejection counts as
 * Lambda.ServiceException.
 */
export type Invoke = (
  functionArn: string,
  payload: unknown,
  signal: AbortSignal,
) => Promise<
  | { payload: unknown }
  | { error: { errorType: string; errorMessage: string; stackTrace?: string[] } }
>

/** A callback state that waits in this process. */
type Waiter = { settle(outcome: CallbackOutcome): void; beat(heartbeatAt: number): void }

/** What every part of the interpreter works with. */
export type Engine = {
  store: Store
  clock: Clock
  random: () => number
  evaluator: Evaluator
  /** The definition with a given hash, read once. Throws InvalidDefinition. */
  machineOf(hash: string): Machine
  /** Runs a branch to its end and returns its output. It is passed in, because states start branches of their own. */
  runBranch(branch: Branch): Promise<Json>
  /** Runs an execution. It is passed in, because a distributed map starts executions of its own. */
  runExecution(row: ExecutionRow): void
  invoke: Invoke
  region: string
  account: string
  /** Runs in this process by execution ARN. */
  runs: Map<string, Run>
  /** Callback states in this process by token. */
  waiters: Map<string, Waiter>
  /** Listeners of distributed maps, called when a child execution has ended; by the child's row id. */
  children: Map<number, () => void>
  /** The objects that the distributed maps of a state machine read and write, as its role may. */
  objectsOf: (machineArn: string) => MapObjectStore
  /** Called before a state machine does something in its own name. */
  requireRight: RequireRight
  /** The roles of state machines by ARN. */
  roles: Map<string, Caller>
  /** True once this process stops and leaves the executions to the next one. */
  closing: boolean
  /** Called after a status change was written to the outbox. */
  statusChanged: () => void
}

/** One execution while it runs in this process. */
export type Run = {
  engine: Engine
  row: ExecutionRow
  machine: Machine
  input: Json
  /** Id of the newest history event. */
  lastEvent: number
  /** Frames stored by an earlier process; each branch takes its own when it opens. */
  frames: Map<string, Frame>
  /** Stops every branch. */
  abort: AbortController
  /** True once the end is written or the process is closing. Nothing may be recorded after that. */
  over: boolean
  cancelTimeout: () => void
  /** The outermost branch; null only while it is being opened. */
  root: Branch | null
}

/** The iteration of a Map that a branch runs. */
export type MapItem = { Index: number; Value: Json }

/** One flow of states while it runs: the root of a run, a branch of a Parallel, or an iteration of a Map. */
export type Branch = {
  run: Run
  /** `` for the root, `/2` for its third child, `/2/0` for the first child of that. */
  path: string
  flow: Flow
  frame: Frame
  parent: Branch | null
  item: MapItem | null
  abort: AbortController
  /** Events to write with the next commit. */
  pending: { type: HistoryType; at: number; details: HistoryDetails }[]
  /** What the last commit left open in the store; the next one closes it. */
  kept: { token: string | null; children: boolean }
}
