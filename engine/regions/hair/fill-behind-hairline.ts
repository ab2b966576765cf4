import type { Point } from '../../geometry/point.ts'
import { isInsideRing } from '../../geometry/polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { HeadRegions } from '../head/head-regions.ts'
import {
  BEHIND_HAIRLINE_REACH,
  BEHIND_HAIRLINE_STEP,
  BEHIND_HAIRLINE_STEPS,
  BEHIND_HAIRLINE_WIDEST,
  HAIR_BY_PERSON,
  IS_HAIR,
} from '../tuning.ts'

/**
 * Takes for hair, in place, all of the head that lies between where hair begins above the face and where it ends:
 * there is no skin, but highlights and dark locks of other colours than the rest.
 */
export function fillBehindHairline(
  hair: Float32Array,
  { person, cloth, grid }: Pick<HeadRegions, 'person' | 'cloth' | 'grid'>,
): void {
  const { width, height, points, up, faceWidth } = grid
  const [left, right] = [points[FACE.leftEye.outer]!, points[FACE.rightEye.outer]!]
  const eyes = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 }
  const oval = FACE.oval.map((i) => points[i]!)
  const extents = Array.from(
    { length: 2 * BEHIND_HAIRLINE_WIDEST * BEHIND_HAIRLINE_STEPS + 1 },
    (_, n) => extentOfHair((n / BEHIND_HAIRLINE_STEPS - BEHIND_HAIRLINE_WIDEST) * (Math.PI / 180)),
  )
  function extentOfHair(angle: number): { begin: number; end: number } {
    const [across, along] = [Math.sin(angle), Math.cos(angle)]
    const way: Point = { x: along * up.x - across * up.y, y: along * up.y + across * up.x }
    const extent = { begin: Number.POSITIVE_INFINITY, end: 0 }
    let run = 0
    for (
      let far = BEHIND_HAIRLINE_REACH.from * faceWidth;
      far < BEHIND_HAIRLINE_REACH.to * faceWidth;
      far += BEHIND_HAIRLINE_STEP
    ) {
      const [x, y] = [Math.floor(eyes.x + far * way.x), Math.floor(eyes.y + far * way.y)]
      if (x < 0 || y < 0 || x >= width || y >= height) break
      run = hair[y * width + x]! > IS_HAIR ? run + BEHIND_HAIRLINE_STEP : 0
      if (run < BEHIND_HAIRLINE_REACH.thick * faceWidth) continue
      extent.begin = Math.min(extent.begin, far)
      extent.end = far
    }
    return extent
  }
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const share = Math.min(1, HAIR_BY_PERSON * person[at]!) * (1 - cloth[at]!)
      if (share <= hair[at]!) continue
      const [dx, dy] = [x + 0.5 - eyes.x, y + 0.5 - eyes.y]
      const [high, beside] = [dx * up.x + dy * up.y, dy * up.x - dx * up.y]
      const degrees = (Math.atan2(beside, high) * 180) / Math.PI
      if (Math.abs(degrees) >= BEHIND_HAIRLINE_WIDEST || isInsideRing(oval, x + 0.5, y + 0.5))
        continue
      const n = Math.floor((degrees + BEHIND_HAIRLINE_WIDEST) * BEHIND_HAIRLINE_STEPS)
      const far = Math.hypot(dx, dy)
      const [one, next] = [extents[n]!, extents[n + 1]!]
      if (far > Math.max(one.begin, next.begin) && far < Math.min(one.end, next.end))
        hair[at] = share
    }
  }
}
