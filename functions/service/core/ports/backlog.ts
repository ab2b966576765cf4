/** The queue of the service as it was counted. */
export type Backlog = {
  /** When those that wait were created, in epoch seconds, the earliest first; of a long queue its first ones. */
  waiting: readonly number[]
  /** How many are worked on. */
  begun: number
}

/** Counts the queue. */
export type CountBacklog = () => Promise<Backlog>
