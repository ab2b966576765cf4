/** Which rows of a long list are drawn: those in sight and some around them. */
export type Window = { first: number; last: number }

/**
 * The rows from `first` to before `last` for a scroll position.
 * @param overscan rows above and below that are drawn too, so that fast scrolling meets none that is blank
 */
export function windowOf(
  { scrollTop, height }: { scrollTop: number; height: number },
  { rowHeight, count, overscan }: { rowHeight: number; count: number; overscan: number },
): Window {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan)
  const last = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + overscan)
  return { first: Math.min(first, last), last }
}
