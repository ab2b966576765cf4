import { callAt } from '../clock.ts'
import type { Resource } from '../definition/read-resource.ts'
import type { Json } from '../json.ts'
import { commit, recordEvent } from '../run/branch.ts'
import type { Branch } from '../run/engine.ts'
import { waitFor } from '../run/wait-for.ts'
import { BranchStopped, StateError } from '../state-error.ts'
import type { CallbackOutcome } from '../store/tokens.ts'
import { callFunction } from './call-function.ts'
import { taskEvent, taskValue } from './task-resource.ts'

/** A Task that was scheduled. `call` is null when an earlier process made the call. Times in milliseconds. */
export type TaskCall = {
  call: { arn: string; payload: Json } | null
  timeoutAt: number | null
  heartbeatAt: number | null
  heartbeatMs: number | null
}

/** The end of a Task, which comes once; `over` is true from then on. */
type TaskSettlement = {
  over: boolean
  resolve: (value: Json) => void
  reject: (reason: unknown) => void
}

function settleOnce(
  resolve: (value: Json) => void,
  reject: (reason: unknown) => void,
): TaskSettlement {
  const ends: TaskSettlement = {
    over: false,
    resolve(value) {
      ends.over = true
      resolve(value)
    },
    reject(reason) {
      ends.over = true
      reject(reason)
    },
  }
  return ends
}

function settleWith(outcome: CallbackOutcome, ends: TaskSettlement): void {
  'output' in outcome
    ? ends.resolve(outcome.output)
    : ends.reject(new StateError(outcome.error, outcome.cause))
}

/**
 * Listens for the answer and the missed heartbeat of a callback's token. Returns the function that stops listening.
 */
function listenForCallback(
  branch: Branch,
  token: string,
  { heartbeatAt }: TaskCall,
  ends: TaskSettlement,
  missed: () => void,
): () => void {
  const { waiters, clock, store } = branch.run.engine
  let cancel = heartbeatAt === null ? () => {} : callAt(clock, heartbeatAt, missed)
  waiters.set(token, {
    settle: (outcome) => settleWith(outcome, ends),
    beat(at) {
      cancel()
      cancel = callAt(clock, at, missed)
    },
  })
  const answered = store.tokens.find(token)?.outcome
  if (answered) settleWith(answered, ends)
  return () => {
    cancel()
    waiters.delete(token)
  }
}

/** Calls the function. Its answer ends the Task; for a callback it is only recorded. */
async function invokeFunction(
  branch: Branch,
  resource: Resource,
  taskCall: TaskCall,
  signal: AbortSignal,
  ends: TaskSettlement,
) {
  if (taskCall.call === null) return
  const { arn, payload } = taskCall.call
  const { engine, row } = branch.run
  try {
    const value = taskValue(resource, await callFunction(engine, row.machine, arn, payload, signal))
    if (!resource.callback) return ends.resolve(value)
    // When the token was answered first, the state has already moved on.
    if (ends.over) return
    recordEvent(branch, ...taskEvent(resource, { stage: 'Submitted', output: value }))
    branch.frame.submitted = true
    commit(branch)
  } catch (thrown) {
    if (!(thrown instanceof BranchStopped)) ends.reject(thrown)
  }
}

/**
 * The result of a Task: of its function, or of its callback. Throws the function's error, States.Timeout or
 * States.HeartbeatTimeout. The function's signal aborts at a timeout and when the branch is stopped.
 */
export function awaitTask(branch: Branch, resource: Resource, taskCall: TaskCall): Promise<Json> {
  const { clock } = branch.run.engine
  const { token } = branch.frame
  return waitFor<Json>(branch, (resolve, reject) => {
    const ends = settleOnce(resolve, reject)
    const over = new AbortController()
    const stop = (): void => over.abort()
    branch.abort.signal.addEventListener('abort', stop)
    const late = (name: 'States.Timeout' | 'States.HeartbeatTimeout', field: string): void => {
      stop()
      ends.reject(new StateError(name, `The task ran out of its ${field}.`))
    }
    const takeDown = [
      taskCall.timeoutAt === null
        ? () => {}
        : callAt(clock, taskCall.timeoutAt, () => late('States.Timeout', 'TimeoutSeconds')),
      token === null
        ? () => {}
        : listenForCallback(branch, token, taskCall, ends, () =>
            late('States.HeartbeatTimeout', 'HeartbeatSeconds'),
          ),
      () => branch.abort.signal.removeEventListener('abort', stop),
    ]
    if (!ends.over) void invokeFunction(branch, resource, taskCall, over.signal, ends)
    return takeDown
  })
}
