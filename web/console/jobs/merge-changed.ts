import type { JobRow } from '../../../catalog/console/wire.ts'

/** The rows with those replaced that have changed; the very same list where none has. */
export function mergeChanged(
  rows: readonly JobRow[],
  changed: readonly JobRow[],
): readonly JobRow[] {
  const byId = new Map(changed.map((row) => [row.id, row]))
  const isOther = (row: JobRow): boolean => {
    const now = byId.get(row.id)
    return now !== undefined && (now.status !== row.status || now.finishedAt !== row.finishedAt)
  }
  if (!rows.some(isOther)) return rows
  return rows.map((row) => (isOther(row) ? (byId.get(row.id) as JobRow) : row))
}
