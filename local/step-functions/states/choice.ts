import type { ChoiceState } from '../definition/schema.ts'
import type { Branch } from '../run/engine.ts'
import { fillTemplate } from '../run/scope.ts'
import type { StateResult } from '../run/state-result.ts'
import { StateError } from '../state-error.ts'

/**
 * Choice: continues with the first rule whose Condition is true. A rule has its own Assign and Output; those of the
 * state apply only to the Default (Developer Guide, "Choice workflow state").
 */
export async function choice(branch: Branch, state: ChoiceState): Promise<StateResult> {
  const value = branch.frame.input
  for (const [i, rule] of state.Choices.entries()) {
    const field = `Choices[${i}]/Condition`
    const holds = await fillTemplate(branch, rule.Condition, field)
    if (typeof holds !== 'boolean')
      throw new StateError(
        'States.QueryEvaluationError',
        `The field '${field}' must give a boolean.`,
      )
    if (holds) return { value, extra: {}, fields: rule }
  }
  if (state.Default === undefined)
    throw new StateError(
      'States.NoChoiceMatched',
      `No rule of the state '${branch.frame.state}' matched and it has no Default.`,
    )
  const { Default: Next, ...fields } = state
  return { value, extra: {}, fields: { ...fields, Next } }
}
