import type { State } from '../definition/schema.ts'
import type { Json } from '../json.ts'
import { matchesError } from '../match-error.ts'
import { asStateError, type StateError, Unwound } from '../state-error.ts'
import { stateHandlers } from '../states/handlers.ts'
import { type Branch, commit, note, stateOf } from './branch.ts'
import { whole } from './history-event.ts'
import { takeRetry } from './retry.ts'
import { checkSize, fillAssign, fillTemplate, type StatesExtra } from './scope.ts'
import { waitUntil } from './wait-for.ts'

/** What a state came to: its value, what `$states` has beside it, and the fields that say where it goes on. */
export type Done = {
  /** The output when there is no Output field. */
  value: Json
  extra: StatesExtra
  fields: { Next?: string; Assign?: { [name: string]: Json }; Output?: Json }
}

const enter = (branch: Branch, state: State): void => {
  const { frame, run } = branch
  if (frame.enteredAt !== null) return
  frame.enteredAt = new Date(run.engine.clock.now()).toISOString()
  note(branch, `${state.Type}StateEntered`, {
    stateEnteredEventDetails: {
      name: frame.state,
      input: JSON.stringify(frame.input),
      inputDetails: whole,
    },
  })
}

/** Makes Output and Assign, both with the variables as they were on entry, and moves the frame on. */
async function leave(branch: Branch, state: State, done: Done): Promise<string | null> {
  const { frame } = branch
  const { fields, extra, value } = done
  const assigned = await fillAssign(branch, fields.Assign, extra)
  const output =
    fields.Output === undefined ? value : await fillTemplate(branch, fields.Output, 'Output', extra)
  checkSize(branch, output, 'an output')
  const names = Object.entries(assigned)
  note(branch, `${state.Type as Exclude<State['Type'], 'Fail'>}StateExited`, {
    stateExitedEventDetails: {
      name: frame.state,
      output: JSON.stringify(output),
      outputDetails: whole,
      ...(names.length === 0
        ? {}
        : {
            assignedVariables: Object.fromEntries(names.map(([k, v]) => [k, JSON.stringify(v)])),
            assignedVariablesDetails: whole,
          }),
    },
  })
  const next = fields.Next ?? null
  Object.assign(frame, {
    ...forgotten,
    enteredAt: null,
    retries: [],
    retryCount: 0,
    variables: { ...frame.variables, ...assigned },
    ...(next === null ? { outcome: { output } } : { state: next, input: output }),
  })
  return next
}

/** What an attempt leaves behind in a frame, taken back. */
const forgotten = { wakeAt: null, token: null, submitted: false, items: null }

function caught(state: State, failure: StateError): Done | null {
  const catcher = ('Catch' in state ? (state.Catch ?? []) : []).find((each) =>
    matchesError(each.ErrorEquals, failure.error),
  )
  if (catcher === undefined) return null
  const errorOutput = { Error: failure.error, Cause: failure.cause }
  return { value: errorOutput, extra: { errorOutput }, fields: catcher }
}

async function attempt(branch: Branch, state: State): Promise<string | null> {
  checkSize(branch, branch.frame.input, 'an input')
  return leave(branch, state, await stateHandlers[state.Type](branch, state as never))
}

/**
 * Runs the state a branch is in to its end, with its retries and catchers. The frame then stands at the next state, or has its
 * outcome; that and the events wait for the caller's commit. Returns the next state's name, null at an end. Throws StateError.
 */
export async function runState(branch: Branch): Promise<string | null> {
  const { frame, run } = branch
  const state = stateOf(branch)
  enter(branch, state)
  for (;;) {
    try {
      if (frame.retryCount > 0 && frame.wakeAt !== null && state.Type !== 'Wait') {
        await waitUntil(branch, frame.wakeAt)
        frame.wakeAt = null
      }
      return await attempt(branch, state)
    } catch (thrown) {
      if (thrown instanceof Unwound) throw thrown
      const failure = asStateError(thrown)
      const retriers = 'Retry' in state ? (state.Retry ?? []) : []
      const delay = takeRetry(retriers, frame, failure, run.engine.random)
      if (delay === null) {
        const done = caught(state, failure)
        if (done === null) throw failure
        return await leave(branch, state, done)
      }
      Object.assign(frame, { ...forgotten, wakeAt: run.engine.clock.now() + delay })
      commit(branch)
    }
  }
}
