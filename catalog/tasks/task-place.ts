/** How a task stands that waits for a worker. */
export type TaskTurn = {
  /** Which one of those that wait it is, of all accounts, from 1; of a long queue at least that. */
  place: number
  /** Until work on it begins, about; absent where nothing says so. */
  seconds?: number
}

/** Headers of the status of a task that waits. */
export const PLACE_HEADER = 'darkroom-place'
export const STARTS_IN_HEADER = 'darkroom-starts-in'

/** A task's turn as headers; none where it does not wait. */
export function turnHeaders(turn: TaskTurn | undefined): Record<string, string> {
  if (!turn) return {}
  const { place, seconds } = turn
  return {
    [PLACE_HEADER]: String(place),
    ...(seconds !== undefined && { [STARTS_IN_HEADER]: String(seconds) }),
  }
}
