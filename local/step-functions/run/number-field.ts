import type { Json } from '../json.ts'
import { StateError } from '../state-error.ts'
import type { Branch } from './engine.ts'
import { fillTemplate } from './scope.ts'

type Bounds = { min: number; max: number; integer?: boolean }

const wholeNumber: Bounds = { min: 0, max: 99_999_999 }

/**
 * Evaluates a field that is a number or an expression for one; null when it is not set. A value out of bounds is
 * States.QueryEvaluationError.
 */
export async function numberField(
  branch: Branch,
  field: string,
  template: Json | undefined,
  { min, max, integer = true }: Bounds = wholeNumber,
): Promise<number | null> {
  if (template === undefined) return null
  const value = await fillTemplate(branch, template, field)
  if (
    typeof value === 'number' &&
    value >= min &&
    value <= max &&
    (!integer || Number.isInteger(value))
  )
    return value
  throw new StateError(
    'States.QueryEvaluationError',
    `The field '${field}' must be ${integer ? 'an integer' : 'a number'} from ${min} to ${max}.`,
  )
}
