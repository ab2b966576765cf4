import type { Job } from './job.ts'

/** The line of dropped files that wait because enough files are under way. */
export type Turns = {
  /** Whether one more file may begin now, which has waited so many seconds. */
  take(waited: number): Promise<boolean>
  /** The number of the look that a job in line waits for (a consistent read); undefined where it never stood there. */
  lookOf(job: string): Promise<number | undefined>
  /** Has `start` look at a job in line again after so many seconds. */
  schedule(job: string, look: number, seconds: number): Promise<void>
  /**
   * Records that a job stands in line, at the place of its `createdAt`, and the number of the look it waits for. That
   * look may be quicker than this record of it: who has left, or waits for a later one, stays as it is.
   */
  enter(job: Pick<Job, 'id' | 'createdAt'>, look: number): Promise<void>
  /** Takes a job out of the line for good. */
  leave(job: string): Promise<void>
}
