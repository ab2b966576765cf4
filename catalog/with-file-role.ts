import { Fault } from './fault.ts'
import type { FileRole } from './file-rule.ts'

/** Does what is done with one file, so that a fault met there says in which. */
export async function withFileRole<T>(role: FileRole, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (!(cause instanceof Fault) || cause.role !== undefined) throw cause
    throw new Fault(cause.condition, cause.message, { role, cause })
  }
}
