import { type Resource, readResource } from '../definition/read-resource.ts'
import type { TaskState } from '../definition/schema.ts'
import type { Json } from '../json.ts'
import { commit, recordEvent } from '../run/branch.ts'
import type { Branch } from '../run/engine.ts'
import { numberField } from '../run/number-field.ts'
import { checkSize, fillTemplate } from '../run/scope.ts'
import type { StateResult } from '../run/state-result.ts'
import { BranchStopped, StateError } from '../state-error.ts'
import { newToken } from '../store/tokens.ts'
import { awaitTask, type TaskCall } from './await-task.ts'
import { readCall, taskEvent } from './task-resource.ts'

const seconds = { min: 1, max: 99_999_999 }

async function scheduleTask(
  branch: Branch,
  state: TaskState,
  resource: Resource,
): Promise<TaskCall> {
  const { frame, run } = branch
  const { engine } = run
  frame.token = resource.callback ? newToken() : null
  const args =
    state.Arguments === undefined
      ? frame.input
      : await fillTemplate(branch, state.Arguments, 'Arguments')
  checkSize(branch, args, 'arguments')
  const timeout = await numberField(branch, 'TimeoutSeconds', state.TimeoutSeconds, seconds)
  const heartbeat = await numberField(branch, 'HeartbeatSeconds', state.HeartbeatSeconds, seconds)
  if (heartbeat !== null && heartbeat >= (timeout ?? Infinity))
    throw new StateError('States.Runtime', 'HeartbeatSeconds must be less than TimeoutSeconds')
  const call = readCall(resource, args, engine)
  const now = engine.clock.now()
  const deadlines = {
    timeoutAt: timeout === null ? null : now + timeout * 1_000,
    heartbeatAt: heartbeat === null ? null : now + heartbeat * 1_000,
    heartbeatMs: heartbeat === null ? null : heartbeat * 1_000,
  }
  recordEvent(
    branch,
    ...taskEvent(resource, { stage: 'Scheduled', args, region: engine.region, timeout, heartbeat }),
  )
  recordEvent(branch, ...taskEvent(resource, { stage: 'Started' }))
  const { token } = frame
  commit(branch, () => {
    if (token !== null)
      engine.store.tokens.open({ token, execution: run.row.id, ...deadlines }, branch.path)
  })
  return { call, ...deadlines }
}

/** A callback whose function an earlier process called, or whose token was answered meanwhile; null otherwise. */
function resumedCall(branch: Branch): TaskCall | null {
  const { token, submitted } = branch.frame
  const row = token === null ? undefined : branch.run.engine.store.tokens.find(token)
  if (row === undefined || !row.open || !(submitted || row.outcome !== null)) return null
  return {
    call: null,
    timeoutAt: row.timeoutAt,
    heartbeatAt: row.heartbeatAt,
    heartbeatMs: row.heartbeatMs,
  }
}

/**
 * Task: calls a function and, with `.waitForTaskToken`, then waits for the token's answer (Developer Guide, "Task
 * workflow state" and "Discover service integration patterns in Step Functions").
 *
 * A call that was under way when the process died is made again, a callback with a new token. A callback whose
 * function had answered keeps waiting with its deadline.
 */
export async function task(branch: Branch, state: TaskState): Promise<StateResult> {
  const resource = readResource(state.Resource)
  if (resource === null)
    throw new StateError('States.Runtime', `the Resource ${state.Resource} is not run here`)
  const taskCall = resumedCall(branch) ?? (await scheduleTask(branch, state, resource))
  let result: Json
  try {
    result = checkSize(branch, await awaitTask(branch, resource, taskCall), 'a result')
  } catch (thrown) {
    if (thrown instanceof BranchStopped || !(thrown instanceof StateError)) throw thrown
    const { error, cause } = thrown
    const late = error === 'States.Timeout' || error === 'States.HeartbeatTimeout'
    recordEvent(
      branch,
      ...taskEvent(resource, { stage: late ? 'TimedOut' : 'Failed', error, cause }),
    )
    throw thrown
  }
  recordEvent(branch, ...taskEvent(resource, { stage: 'Succeeded', output: result }))
  return { value: result, extra: { result }, fields: state }
}
