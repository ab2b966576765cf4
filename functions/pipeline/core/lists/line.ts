/** The partition of the index `parked` (`waits`, `createdAt`) that holds the entries of files that wait for a turn. */
export const IN_LINE = 'turn'

/** The id of a job's entry in the line: an item of its own in the table of jobs. */
export function lineEntryId(job: string): string {
  return `turn#${job}`
}
