/** The content of a file in the data folder cannot be read. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError'

  constructor(path: string, cause: unknown) {
    super(
      `${path} is damaged (${(cause as Error).message}): put it back from a copy, ` +
        'or delete the data folder to begin anew.',
      { cause },
    )
  }
}

/** SQLite's result codes SQLITE_CORRUPT and SQLITE_NOTADB. */
const MALFORMED = new Set([11, 26])

/** The error of opening a file of the data folder. For a damaged file it is one that says what to do. */
export function asDamagedError(path: string, error: unknown): unknown {
  const { errcode } = error as { errcode?: number }
  const damaged = error instanceof SyntaxError || (errcode !== undefined && MALFORMED.has(errcode))
  return damaged ? new DamagedError(path, error) : error
}
