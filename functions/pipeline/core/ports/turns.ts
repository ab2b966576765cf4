import type { Job } from './job.ts'

/** Above every look: the number of a job that has begun, or will not, which is looked at no more. */
export const NO_LOOK = Number.MAX_SAFE_INTEGER

/** `look` is the number of the look that a job in line waits for, or was at when it came out of it. */
export type Place = { look: number; inLine: boolean }

/** The line of dropped files that wait because enough files are under way. */
export type Turns = {
  /** Whether one more file may begin now, which has waited so many seconds. */
  take(waited: number): Promise<boolean>
  /** Where a job stands (a consistent read); undefined where it never stood in line. */
  placeOf(job: string): Promise<Place | undefined>
  /** Has `start` look at a job in line again after so many seconds. */
  schedule(job: string, look: number, seconds: number): Promise<void>
  /**
   * Records that a job stands in line, at the place of its `createdAt`, and the number of the look it waits for. That
   * look may be quicker than this record of it: who has left, or waits for a later one, stays as it is.
   */
  enter(job: Pick<Job, 'id' | 'createdAt'>, look: number): Promise<void>
  /** Takes a job out of the line that has begun or will not: no message of the line acts on it any more. */
  leave(job: string): Promise<void>
  /**
   * Takes a job out of the line at this look that begins later, by another message: it may enter again. One that waits
   * for a later look stays.
   */
  stepOut(job: string, look: number): Promise<void>
}
