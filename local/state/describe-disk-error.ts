/** SQLite's codes for a full disk, and for one that cannot be written, which a full one often looks like. */
const FULL = 13
const UNWRITABLE = 10

/** In words, when an error says that the data folder's disk takes no more; undefined for any other error. */
export function describeDiskError(error: unknown): string | undefined {
  const { code, errcode } = (error ?? {}) as { code?: string; errcode?: number }
  // The low byte of an extended code is the code.
  const sqlite = errcode === undefined ? undefined : errcode & 0xff
  if (code === 'ENOSPC' || code === 'EDQUOT' || sqlite === FULL) {
    return 'The disk of the data folder is full.'
  }
  if (code === 'EROFS' || code === 'EIO' || sqlite === UNWRITABLE) {
    return 'The disk of the data folder cannot be written: it is full, failing or read-only.'
  }
  return undefined
}
