import type { AnyCondition } from './condition.ts'
import type { FileRole } from './file-role.ts'

/** The error for a condition found while working on a file. Its message says what is wrong and may be shown. */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly condition: AnyCondition
  /** The file it was found in; undefined where that makes no difference. */
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

/** The fault of a task whose feature this engine does not have. */
export function uninstalled(feature: string): Fault {
  return new Fault('uninstalled', `No engine is installed for ${feature}.`)
}

/** Waits for the work on one file and adds the file's role to a fault that has none. */
export async function withFileRole<T>(role: FileRole, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (!(cause instanceof Fault) || cause.role !== undefined) throw cause
    throw new Fault(cause.condition, cause.message, { role, cause })
  }
}
