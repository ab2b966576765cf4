import type { AnyCondition } from './condition.ts'
import type { FileRole } from './file-rule.ts'

/** A condition met while working on one file, with a sentence that names what is wrong. Safe to show. */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly condition: AnyCondition
  /** Which file it was met in; undefined where that makes no difference. */
  readonly role: FileRole | undefined

  constructor(
    condition: AnyCondition,
    message: string,
    { role, ...options }: ErrorOptions & { role?: FileRole } = {},
  ) {
    super(message, options)
    this.condition = condition
    this.role = role
  }
}

/** Does what is done with one file, so that a fault met there says in which. */
export async function withFileRole<T>(role: FileRole, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (!(cause instanceof Fault) || cause.role !== undefined) throw cause
    throw new Fault(cause.condition, cause.message, { role, cause })
  }
}
