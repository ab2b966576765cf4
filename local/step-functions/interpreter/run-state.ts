import type { State } from '../definition/schema.ts'
import { commit, recordEvent, stateOf } from '../run/branch.ts'
import type { Branch } from '../run/engine.ts'
import { notTruncated } from '../run/history-event.ts'
import { takeRetry } from '../run/retry.ts'
import { checkSize, fillAssign, fillTemplate } from '../run/scope.ts'
import type { StateResult } from '../run/state-result.ts'
import { waitUntil } from '../run/wait-for.ts'
import { asStateError, BranchStopped, matchesError, type StateError } from '../state-error.ts'
import { stateHandlers } from '../states/handlers.ts'

function enterState(branch: Branch, state: State): void {
  const { frame, run } = branch
  if (frame.enteredAt !== null) return
  frame.enteredAt = new Date(run.engine.clock.now()).toISOString()
  recordEvent(branch, `${state.Type}StateEntered`, {
    stateEnteredEventDetails: {
      name: frame.state,
      input: JSON.stringify(frame.input),
      inputDetails: notTruncated,
    },
  })
}

/**
 * Evaluates Output and Assign, both with the variables as they were on entry, and moves the frame to the next state.
 */
async function leaveState(branch: Branch, state: State, done: StateResult): Promise<string | null> {
  const { frame } = branch
  const { fields, extra, value } = done
  const assigned = await fillAssign(branch, fields.Assign, extra)
  const output =
    fields.Output === undefined ? value : await fillTemplate(branch, fields.Output, 'Output', extra)
  checkSize(branch, output, 'an output')
  const names = Object.entries(assigned)
  recordEvent(branch, `${state.Type as Exclude<State['Type'], 'Fail'>}StateExited`, {
    stateExitedEventDetails: {
      name: frame.state,
      output: JSON.stringify(output),
      outputDetails: notTruncated,
      ...(names.length === 0
        ? {}
        : {
            assignedVariables: Object.fromEntries(names.map(([k, v]) => [k, JSON.stringify(v)])),
            assignedVariablesDetails: notTruncated,
          }),
    },
  })
  const next = fields.Next ?? null
  Object.assign(frame, {
    ...clearedAttempt,
    enteredAt: null,
    retries: [],
    retryCount: 0,
    variables: { ...frame.variables, ...assigned },
    ...(next === null ? { outcome: { output } } : { state: next, input: output }),
  })
  return next
}

/** The fields of a frame that belong to one attempt, cleared. */
const clearedAttempt = { wakeAt: null, token: null, submitted: false, items: null }

function catchFailure(state: State, failure: StateError): StateResult | null {
  const catcher = ('Catch' in state ? (state.Catch ?? []) : []).find((each) =>
    matchesError(each.ErrorEquals, failure.error),
  )
  if (catcher === undefined) return null
  const errorOutput = { Error: failure.error, Cause: failure.cause }
  return { value: errorOutput, extra: { errorOutput }, fields: catcher }
}

async function attemptState(branch: Branch, state: State): Promise<string | null> {
  checkSize(branch, branch.frame.input, 'an input')
  return leaveState(branch, state, await stateHandlers[state.Type](branch, state as never))
}

/**
 * Runs the current state of a branch to its end, with its retries and catchers. The frame then stands at the next
 * state or holds the outcome; the caller commits it with the events. Returns the name of the next state, null at the
 * end of the flow. Throws StateError.
 */
export async function runState(branch: Branch): Promise<string | null> {
  const { frame, run } = branch
  const state = stateOf(branch)
  enterState(branch, state)
  for (;;) {
    try {
      if (state.Type !== 'Wait' && frame.wakeAt !== null) await waitUntil(branch, frame.wakeAt)
      return await attemptState(branch, state)
    } catch (thrown) {
      if (thrown instanceof BranchStopped) throw thrown
      const failure = asStateError(thrown)
      const retriers = 'Retry' in state ? (state.Retry ?? []) : []
      const delay = takeRetry(retriers, frame, failure, run.engine.random)
      if (delay === null) {
        const done = catchFailure(state, failure)
        if (done === null) throw failure
        return await leaveState(branch, state, done)
      }
      Object.assign(frame, { ...clearedAttempt, wakeAt: run.engine.clock.now() + delay })
      commit(branch)
    }
  }
}
