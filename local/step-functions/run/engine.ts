import type { Clock } from '../clock.ts'
import type { Machine } from '../definition/schema.ts'
import type { MapObjectStore } from '../map-run/map-object-store.ts'
import type { Evaluator } from '../query/evaluator.ts'
import type { Store } from '../store/open-store.ts'
import type { CallbackOutcome } from '../store/tokens.ts'
import type { Run } from './run.ts'

/** How a function is called: its answer, or the error it (or its host) reported. A rejection counts as Lambda.ServiceException. */
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
  invoke: Invoke
  region: string
  account: string
  /** Runs in this process by execution ARN. */
  runs: Map<string, Run>
  /** Callback states in this process by token. */
  waiters: Map<string, Waiter>
  /** What a distributed map wants to be called with when a child execution has ended, by the child's number. */
  children: Map<number, () => void>
  /** The objects a distributed map reads and writes. */
  objects: MapObjectStore
  /** True once the process leaves everything to the next one. */
  closing: boolean
  /** Called after a status change was written to the outbox. */
  statusChanged: () => void
}
