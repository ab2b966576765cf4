import type { Engine } from '../run/engine.ts'
import type { ExecutionRow } from '../store/executions.ts'
import { ApiError } from './api-error.ts'

const executionArnFormat = /^arn:aws[\w-]*:states:[\w-]+:\d{12}:execution:[^:]{1,161}:[^:]{1,80}$/

/** An execution by its ARN. Throws InvalidArn or ExecutionDoesNotExist. */
export function findExecution({ store }: Engine, arn: string): ExecutionRow {
  if (!executionArnFormat.test(arn)) throw new ApiError('InvalidArn', `Invalid Arn: '${arn}'`)
  const row = store.executions.find(arn)
  if (row === undefined)
    throw new ApiError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`)
  return row
}
