import type { ObjectKey } from './objects.ts'

/** Which jobs wait for which files beside the dropped one. */
export type Companions = {
  /** Records that a job waits for an object. Of several jobs the newest counts. */
  expect(object: ObjectKey, job: string): Promise<void>
  /** The id of the job that waits for an object, or undefined. */
  jobExpecting(object: ObjectKey): Promise<string | undefined>
  /**
   * Has `start` look at the job again after this many seconds, or earlier where the queue's longest delay is shorter.
   */
  lookAgain(job: string, seconds: number): Promise<void>
}
