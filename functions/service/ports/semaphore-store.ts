/** Who is at work on a feature that only so many may work on at once. Times in epoch seconds. */
export type SemaphoreStore = {
  /** Takes one of `most` places for a task until `until`; true as well when the task has one already. */
  acquire(
    feature: string,
    taskId: string,
    most: number,
    now: number,
    until: number,
  ): Promise<boolean>
  /** Gives a place back; one that was not taken is no error. */
  release(feature: string, taskId: string): Promise<void>
}
