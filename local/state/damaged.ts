/** What lies in a file of the data folder cannot be read. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError'

  constructor(path: string, cause: unknown) {
    super(
      `${path} is damaged (${(cause as Error).message}): put it back from a copy, or delete the data folder to begin anew.`,
      { cause },
    )
  }
}

/** SQLite's codes for a file that is malformed or no database. */
const MALFORMED = new Set([11, 26])

/** The error of opening a file of the data folder, as one that says what to do where the file is damaged. */
export function asDamagedError(path: string, error: unknown): unknown {
  const { errcode } = error as { errcode?: number }
  const damaged = error instanceof SyntaxError || (errcode !== undefined && MALFORMED.has(errcode))
  return damaged ? new DamagedError(path, error) : error
}
