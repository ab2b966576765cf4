import type { WaitState } from '../definition/schema.ts'
import { commit } from '../run/branch.ts'
import type { Branch } from '../run/engine.ts'
import { numberField } from '../run/number-field.ts'
import { fillTemplate } from '../run/scope.ts'
import type { StateResult } from '../run/state-result.ts'
import { waitUntil } from '../run/wait-for.ts'
import { StateError } from '../state-error.ts'

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** Whether a text is a time that exists: Date.parse takes the 30th of February for the 2nd of March. */
function namesMoment(text: string): boolean {
  if (!rfc3339.test(text) || Number.isNaN(Date.parse(text))) return false
  const day = text.slice(0, 10)
  return new Date(day).toISOString().startsWith(day)
}

async function wakeAt(branch: Branch, state: WaitState): Promise<number> {
  const seconds = await numberField(branch, 'Seconds', state.Seconds)
  if (seconds !== null) return branch.run.engine.clock.now() + seconds * 1_000
  const moment = await fillTemplate(branch, state.Timestamp ?? null, 'Timestamp')
  if (typeof moment === 'string' && namesMoment(moment)) return Date.parse(moment)
  throw new StateError(
    'States.QueryEvaluationError',
    `The field 'Timestamp' must be an RFC 3339 time.`,
  )
}

/**
 * Wait: continues after Seconds or at Timestamp. The time is fixed on entry and holds across restarts (Developer
 * Guide, "Wait workflow state").
 */
export async function wait(branch: Branch, state: WaitState): Promise<StateResult> {
  const { frame } = branch
  if (frame.wakeAt === null) {
    frame.wakeAt = await wakeAt(branch, state)
    commit(branch)
  }
  await waitUntil(branch, frame.wakeAt)
  return { value: frame.input, extra: {}, fields: state }
}
