import type { Point } from '../../raster/picture.ts'
import { type Roi, roiToPicture } from '../input/roi.ts'

/** The line a body lies along, from beyond its feet to beyond its head. */
export type BodyAxis = { from: Point; to: Point }

/** A pixel is a rival's when it is this much nearer to the rival's axis than to the person's own. */
const RELATIVE_DISTANCE = 0.35

/** A body's line: it reaches below the hips as far as above. */
export function bodyAxisOf({ hips, reach }: { hips: Point; reach: Point }): BodyAxis {
  return { from: { x: 2 * hips.x - reach.x, y: 2 * hips.y - reach.y }, to: reach }
}

/**
 * Paints over what belongs to other people, because the landmark network cannot tell two bodies that touch apart.
 * @param input a sampled square, size × size × 3; changed in place
 * @param paint the value of grey in the input's range
 */
export function maskOtherPeople(
  input: Float32Array,
  size: number,
  roi: Roi,
  own: BodyAxis,
  rivals: readonly BodyAxis[],
  paint: number,
): void {
  for (let at = 0; at < size * size; at++) {
    const point = roiToPicture(
      roi,
      ((at % size) + 0.5) / size,
      (Math.floor(at / size) + 0.5) / size,
    )
    const limit = RELATIVE_DISTANCE * distance(point, own)
    if (rivals.some((rival) => distance(point, rival) < limit)) {
      input.fill(paint, at * 3, at * 3 + 3)
    }
  }
}

function distance(point: Point, { from, to }: BodyAxis): number {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy)
  const t = Math.min(1, Math.max(0, along))
  return Math.hypot(point.x - from.x - t * dx, point.y - from.y - t * dy)
}
