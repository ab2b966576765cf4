import { Failure } from '../../../../catalog/failures/failure.ts'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { codeOf } from '../../../../catalog/features/code-of.ts'
import type { Feature } from '../../../../catalog/features/feature.ts'
import type { TaskFailure } from '../model/task.ts'

/** How a task ends whose work threw what its client can understand. Anything else is thrown on. */
export function failureOf(feature: Feature, error: unknown): TaskFailure {
  if (error instanceof Fault) {
    return { status: 'error', error: codeOf(feature, error), errorMessage: error.message }
  }
  if (error instanceof Failure) {
    return { status: 'error', error: error.code, errorMessage: error.message }
  }
  throw error
}
