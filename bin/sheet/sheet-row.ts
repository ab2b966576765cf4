import { outcomeOf } from '../../catalog/failures/outcome-of.ts'
import type { ItemResult, Job } from '../../functions/operate/pipeline-records.ts'

/** Where a file is: on this machine, or in a bucket, the newest version unless one is named. */
export type FilePlace =
  | { path: string }
  | { bucket: string; key: string; version?: string | undefined }

/** One file before and after, for a sheet. */
export type SheetRow = {
  name: string
  outcome: 'succeeded' | 'refused' | 'failed' | 'unfinished'
  /** Why there is no result, or why it is the file itself. */
  words?: string | undefined
  before?: FilePlace | undefined
  after?: FilePlace | undefined
}

const RETURNED = 'It came back as it was.'

/** The rows of a job that was followed: one for each result, or one without. */
export function rowsOfJob(job: Job, name: string, before?: FilePlace): SheetRow[] {
  const { refused, failure, parked, results = [] } = job
  const words = refused ? `${refused.words} ${RETURNED}` : (failure?.message ?? parked?.reason)
  const known = outcomeOf(job)
  const outcome = known === 'running' || known === 'parked' ? 'unfinished' : known
  return rowsOf({ name, outcome, words, before }, results)
}

/** The rows of an item of an ended batch. */
export function rowsOfItem(
  { key, line, version, status, refused, failure, results = [] }: ItemResult,
  { dropBucket, resultsBucket }: { dropBucket: string; resultsBucket: string },
): SheetRow[] {
  const words = refused ? `${refused.words} ${RETURNED}` : failure?.message
  const outcome = status === 'parked' ? 'unfinished' : status
  const before = key === undefined ? undefined : { bucket: dropBucket, key, version }
  const after = results.map((result) => ({ bucket: resultsBucket, key: result }))
  return rowsOf({ name: key ?? `line ${line}`, outcome, words, before }, after)
}

function rowsOf(row: SheetRow, results: readonly { bucket: string; key: string }[]): SheetRow[] {
  if (results.length === 0) return [row]
  return results.map(({ bucket, key }, at) => ({
    ...row,
    name: results.length > 1 ? `${row.name} (${at + 1} of ${results.length})` : row.name,
    after: { bucket, key },
  }))
}
