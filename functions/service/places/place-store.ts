/** Who is at work on a feature that only so many may work on at once. Times in epoch seconds. */
export type PlaceStore = {
  /** Takes one of `most` places for a task until `until`; true as well when the task has one already. */
  take(feature: string, taskId: string, most: number, now: number, until: number): Promise<boolean>
  /** Gives a place back; one that was not taken is no error. */
  leave(feature: string, taskId: string): Promise<void>
}
