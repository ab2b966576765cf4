/** How many requests a subject (a key or an address) has made, counted over all processes. */
export type RequestCounts = { inWindow: number; inSecond: number }

/** Requests to add: all of them lie in the window of `second`, `now` of them in that second itself. */
export type CountIncrement = { second: number; requests: number; now: number }

/** Counts the requests of keys and addresses. Times in epoch seconds. */
export type CounterStore = {
  /** Adds requests and returns the counts including them. One write. */
  add(subject: string, increment: CountIncrement): Promise<RequestCounts>
  /** The requests of the window that begins at `start`. */
  read(subject: string, start: number): Promise<number>
}
