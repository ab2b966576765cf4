/**
 * The header that says that a task is one of many of a batch, by the value `batch`. Tasks of an account's batches wait
 * in a lane of their own, so that its single files do not wait behind them. It changes neither price nor result.
 */
export const LANE_HEADER = 'darkroom-lane'

/** Whether the headers of a request, in lower case, say that its task belongs to a batch. */
export function isBatched(headers: Readonly<Record<string, string | undefined>>): boolean {
  return headers[LANE_HEADER] === 'batch'
}

/** The header of a task that belongs to a batch; none for a single one. */
export function laneHeader(batched: boolean | undefined): Record<string, string> {
  return batched ? { [LANE_HEADER]: 'batch' } : {}
}
