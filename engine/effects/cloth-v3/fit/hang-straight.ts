import { distance, type Point } from '../../../geometry/point.ts'
import { STRAIGHT_ALONG, STRAIGHT_STEEP } from '../tuning.ts'

/**
 * The under edge of a sleeve on an arm that stands off the body: from the armpit it hangs straight, and does not follow
 * the arm up into it.
 * @param inner from the armpit on
 * @param upper the length of the upper arm, in pixels
 */
export function hangStraight(inner: readonly Point[], upper: number): Point[] {
  const start = inner[0]!
  const end = inner.filter((point) => distance(start, point) < STRAIGHT_ALONG * upper).at(-1)!
  const [across, down] = [end.x - start.x, end.y - start.y]
  if (Math.abs(across) < STRAIGHT_STEEP * Math.abs(down) || across === 0) return [...inner]
  return inner.map(({ x, y }) => {
    const share = (x - start.x) / across
    if (share <= 0 || share >= 1) return { x, y }
    return { x, y: Math.max(y, start.y + share * down) }
  })
}
