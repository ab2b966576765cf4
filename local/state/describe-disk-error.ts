/** SQLite's result codes SQLITE_FULL and SQLITE_IOERR. A full disk often looks like the latter. */
const FULL = 13
const UNWRITABLE = 10

/**
 * A sentence for an error that says that the disk of the data folder cannot be written, or that no more files can be
 * opened; undefined for any other error.
 */
export function describeDiskError(error: unknown): string | undefined {
  const { code, errcode, message } = (error ?? {}) as {
    code?: string
    errcode?: number
    message?: string
  }
  // The low byte of an extended result code is the primary code.
  const sqlite = errcode === undefined ? undefined : errcode & 0xff
  if (code === 'EMFILE' || code === 'ENFILE') {
    return 'No more files can be opened: raise the limit with ulimit -n 4096.'
  }
  // LevelDB, which holds the tables, has the system's words only.
  const full = code?.startsWith('LEVEL_') && /No space left on device/.test(message ?? '')
  if (code === 'ENOSPC' || code === 'EDQUOT' || sqlite === FULL || full) {
    return 'The disk of the data folder is full.'
  }
  if (code === 'EROFS' || code === 'EIO' || sqlite === UNWRITABLE) {
    return 'The disk of the data folder cannot be written: it is full, failing or read-only.'
  }
  return undefined
}
