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

/**
 * The tallest box that scrolls to its end in every browser, in CSS pixels: Chromium cuts boxes at 2^24 device pixels,
 * and a phone has three of these for each.
 */
const TALLEST = 5_000_000

/** The height of the box that scrolls over so many rows. */
export function boxHeight(rowsHeight: number): number {
  return Math.min(TALLEST, rowsHeight)
}

/** How far the rows are scrolled when the box is: the same, but for a list that is taller than any box. */
export function rowsTop(scrollTop: number, rowsHeight: number, height: number): number {
  const box = boxHeight(rowsHeight)
  if (box === rowsHeight || box <= height) return scrollTop
  return (scrollTop / (box - height)) * (rowsHeight - height)
}

/** Where the box is scrolled so that the rows are. The reverse of {@link rowsTop}. */
export function boxTop(top: number, rowsHeight: number, height: number): number {
  const box = boxHeight(rowsHeight)
  if (box === rowsHeight || rowsHeight <= height) return top
  return (top / (rowsHeight - height)) * (box - height)
}
