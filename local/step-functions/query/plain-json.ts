import type { Json } from '../json.ts'
import { StateError } from '../state-error.ts'

/**
 * Converts a JSONata result to plain JSON: sequences become arrays, undefined members are dropped. An undefined
 * result, a function, or a number that JSON cannot represent is States.QueryEvaluationError; `what` names the
 * expression in its cause.
 */
export function plainJson(result: unknown, what: string): Json {
  if (result === undefined)
    throw new StateError('States.QueryEvaluationError', `${what} returned nothing (undefined).`)
  const text = JSON.stringify(result, (_name, value) => {
    if (typeof value === 'function')
      throw new StateError('States.QueryEvaluationError', `${what} returned a function.`)
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new StateError('States.QueryEvaluationError', `${what} returned a number out of range.`)
    return value
  })
  return JSON.parse(text) as Json
}
