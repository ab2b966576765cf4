/** Which tasks of an account are under way that cost no units. */
export type FreeTaskStore = {
  /** Counts a task in at `at` (epoch seconds), unless `most` others are; true also where it was counted in before. */
  add(account: string, taskId: string, at: number, most: number): Promise<boolean>
  /** Counts a task out. No effect where it is not counted in. */
  remove(account: string, taskId: string): Promise<void>
  /** The tasks that are counted in, and since when (epoch seconds). */
  list(account: string): Promise<Record<string, number>>
}

/** The most tasks of one account that are under way and cost nothing; as many as its key may ask for in a window. */
export const MAX_FREE_TASKS = 250

/** The most of them that are of batches, so that an account's single files find room beside these. */
export const MAX_BATCHED_FREE_TASKS = 200
