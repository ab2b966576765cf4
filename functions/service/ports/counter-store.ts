/** How many requests a subject made, as all processes together know it. */
export type RequestCounts = { inWindow: number; inSecond: number }

/** Requests to add: all of them belong to the window of `second`, `now` of them to that second itself. */
export type CountIncrement = { second: number; requests: number; now: number }

/** Where the requests of keys and addresses are counted. Times in epoch seconds. */
export type CounterStore = {
  /** Adds requests and gives the counts after it. One write. */
  add(subject: string, addition: CountIncrement): Promise<RequestCounts>
  /** The requests of the window that begins at `start`. */
  read(subject: string, start: number): Promise<number>
}

/** The window a second belongs to, named by its first second. */
export function windowOf(second: number, seconds: number): number {
  return second - (second % seconds)
}
