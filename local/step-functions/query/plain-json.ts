import type { Json } from '../json.ts'
import { StateError } from '../state-error.ts'

/**
 * A JSONata result as plain JSON: sequences become arrays, members that are undefined go. Undefined as a whole, a function or
 * a number JSON cannot write is States.QueryEvaluationError; `what` names the expression in its cause.
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
