import type { FailState } from '../definition/schema.ts'
import type { Branch } from '../run/engine.ts'
import { fillTemplate } from '../run/scope.ts'
import { StateError } from '../state-error.ts'

async function textField(
  branch: Branch,
  field: string,
  template: string | undefined,
): Promise<string> {
  if (template === undefined) return ''
  const value = await fillTemplate(branch, template, field)
  if (typeof value === 'string') return value
  throw new StateError('States.QueryEvaluationError', `The field '${field}' must be a string.`)
}

/** Fail: ends its flow with its own error (Developer Guide, "Fail workflow state"). */
export async function fail(branch: Branch, state: FailState): Promise<never> {
  const error = await textField(branch, 'Error', state.Error)
  throw new StateError(error, await textField(branch, 'Cause', state.Cause))
}
