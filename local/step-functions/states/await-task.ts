import { alarm } from '../clock.ts'
import type { Resource } from '../definition/read-resource.ts'
import type { Json } from '../json.ts'
import { type Branch, commit, note } from '../run/branch.ts'
import { waitFor } from '../run/wait-for.ts'
import { StateError, Unwound } from '../state-error.ts'
import type { CallbackOutcome } from '../store/tokens.ts'
import { callFunction } from './call-function.ts'
import { taskEvent, taskValue } from './task-resource.ts'

/** A Task that was scheduled; `call` is null when its function was called by an earlier process. Times in milliseconds. */
export type TaskCall = {
  call: { arn: string; payload: Json } | null
  timeoutAt: number | null
  heartbeatAt: number | null
  heartbeatMs: number | null
}

/** How a Task ends, once; `over` turns true with the first end. */
type Ends = { over: boolean; resolve: (value: Json) => void; reject: (reason: unknown) => void }

const once = (resolve: (value: Json) => void, reject: (reason: unknown) => void): Ends => {
  const ends: Ends = {
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

const end = (outcome: CallbackOutcome, ends: Ends): void =>
  'output' in outcome
    ? ends.resolve(outcome.output)
    : ends.reject(new StateError(outcome.error, outcome.cause))

/** Sets up the answer, the missed heartbeat and their removal for the token of a callback state. */
function listen(
  branch: Branch,
  token: string,
  { heartbeatAt }: TaskCall,
  ends: Ends,
  missed: () => void,
): () => void {
  const { waiters, clock, store } = branch.run.engine
  let cancel = heartbeatAt === null ? () => {} : alarm(clock, heartbeatAt, missed)
  waiters.set(token, {
    settle: (outcome) => end(outcome, ends),
    beat(at) {
      cancel()
      cancel = alarm(clock, at, missed)
    },
  })
  const answered = store.tokens.find(token)?.outcome
  if (answered) end(answered, ends)
  return () => {
    cancel()
    waiters.delete(token)
  }
}

/** Calls the function; for a callback its answer is only noted, otherwise it ends the Task. */
async function call(
  branch: Branch,
  resource: Resource,
  taskCall: TaskCall,
  signal: AbortSignal,
  ends: Ends,
) {
  if (taskCall.call === null) return
  const { arn, payload } = taskCall.call
  try {
    const value = taskValue(resource, await callFunction(branch.run.engine, arn, payload, signal))
    if (!resource.callback) return ends.resolve(value)
    // The token may have been answered first: then the state is moving on.
    if (ends.over) return
    note(branch, ...taskEvent(resource, { stage: 'Submitted', output: value }))
    branch.frame.submitted = true
    commit(branch)
  } catch (thrown) {
    if (!(thrown instanceof Unwound)) ends.reject(thrown)
  }
}

/**
 * The result of a Task: of its function, or of its callback. Throws the function's error, States.Timeout or
 * States.HeartbeatTimeout. The signal its function gets ends at a timeout and when the branch is stopped.
 */
export function awaitTask(branch: Branch, resource: Resource, taskCall: TaskCall): Promise<Json> {
  const { clock } = branch.run.engine
  const { token } = branch.frame
  return waitFor<Json>(branch, (resolve, reject) => {
    const ends = once(resolve, reject)
    const over = new AbortController()
    const stop = (): void => over.abort()
    branch.abort.signal.addEventListener('abort', stop, { once: true })
    const late = (name: 'States.Timeout' | 'States.HeartbeatTimeout', field: string): void => {
      stop()
      ends.reject(new StateError(name, `The task ran out of its ${field}.`))
    }
    const takeDown = [
      taskCall.timeoutAt === null
        ? () => {}
        : alarm(clock, taskCall.timeoutAt, () => late('States.Timeout', 'TimeoutSeconds')),
      token === null
        ? () => {}
        : listen(branch, token, taskCall, ends, () =>
            late('States.HeartbeatTimeout', 'HeartbeatSeconds'),
          ),
      () => branch.abort.signal.removeEventListener('abort', stop),
    ]
    if (!ends.over) void call(branch, resource, taskCall, over.signal, ends)
    return takeDown
  })
}
