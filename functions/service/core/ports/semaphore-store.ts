/**
 * Stores counting semaphores, one per feature: which tasks hold one of its slots, and until when. Times in epoch
 * seconds.
 */
export type SemaphoreStore = {
  /** Acquires one of `most` slots for a task until `until`; also true when the task holds one already. */
  acquire(
    feature: string,
    taskId: string,
    most: number,
    now: number,
    until: number,
  ): Promise<boolean>
  /** Releases the task's slot. Releasing a slot that is not held is no error. */
  release(feature: string, taskId: string): Promise<void>
}
