/**
 * The filter, in ffmpeg's notation, that lets the frames of `kept` through as early as possible, so that no work is
 * done on others: none before the first, and at most one for each of their least distances where that loses none of
 * them. What comes through may be more than `kept`.
 * @param pts the times of all frames, in order
 * @param kept the times of some of them, in order
 */
export function selectFrames(pts: Float64Array, kept: Float64Array): string {
  const first = kept[0] ?? 0
  let least = Number.POSITIVE_INFINITY
  for (let at = 1; at < kept.length; at++) least = Math.min(least, kept[at]! - kept[at - 1]!)
  const fromFirst = `gte(pts\\,${first})`
  const isThinned = Number.isFinite(least) && includesAll(thinned(pts, first, least), kept)
  return isThinned
    ? `select=${fromFirst}*(isnan(prev_selected_pts)+gte(pts-prev_selected_pts\\,${least}))`
    : `select=${fromFirst}`
}

/** What the filter lets through. */
function thinned(pts: Float64Array, first: number, least: number): Set<number> {
  const through = new Set<number>()
  let last = Number.NEGATIVE_INFINITY
  for (const time of pts) {
    if (time < first || time - last < least) continue
    through.add(time)
    last = time
  }
  return through
}

function includesAll(through: ReadonlySet<number>, kept: Float64Array): boolean {
  return kept.every((time) => through.has(time))
}
