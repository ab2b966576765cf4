import type { Engine } from '../run/engine.ts'
import type { ExecutionRow } from '../store/executions.ts'
import { Fault } from './fault.ts'

const form = /^arn:aws[\w-]*:states:[\w-]+:\d{12}:execution:[^:]{1,161}:[^:]{1,80}$/

/** An execution by its ARN. Throws InvalidArn or ExecutionDoesNotExist. */
export function findExecution({ store }: Engine, arn: string): ExecutionRow {
  if (!form.test(arn)) throw new Fault('InvalidArn', `Invalid Arn: '${arn}'`)
  const row = store.executions.find(arn)
  if (row === undefined)
    throw new Fault('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`)
  return row
}
