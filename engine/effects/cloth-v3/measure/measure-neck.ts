import type { Point } from '../../../geometry/point.ts'
import { pairOf, type Sides } from '../garment.ts'
import { HAIR_HIDES, NECK_ASIDE, NECK_SOUGHT, NECK_WIDENED } from '../tuning.ts'
import { torsoToPixel } from './torso-axes.ts'
import { distanceToMaskEnd, maskLevelAt, type Wearer } from './wearer.ts'

/** The least width between chin and shoulders; undefined where hair hides it. */
export function neckWidth(wearer: Wearer): number | undefined {
  const ends = neckEnds(wearer)
  return ends && ends[0] + ends[1]
}

/** Where the neck's middle lies across at its base; on the torso's axis where it cannot be told. */
export function neckMiddle(wearer: Wearer): number {
  const [left, right] = neckEnds(wearer, NECK_WIDENED) ?? [0, 0]
  const middle = (right - left) / 2
  return Math.abs(middle) > NECK_ASIDE * wearer.torso.shoulders ? 0 : middle
}

/**
 * How far the neck reaches to either side of the torso's axis where it is narrowest, or below that place where it is so
 * many times as wide; undefined where hair hides it.
 */
function neckEnds({ torso, body, regions }: Wearer, wider = 1): Sides<number> | undefined {
  const { shoulders } = torso
  let [least, ends]: [number, Sides<number> | undefined] = [NECK_SOUGHT.most * shoulders, undefined]
  for (let v = NECK_SOUGHT.from * shoulders; v < NECK_SOUGHT.to * shoulders; v++) {
    const [left, right] = pairOf((n) => {
      const at = (u: number): Point => torsoToPixel(torso, n === 0 ? -u : u, v)
      const most = NECK_SOUGHT.reach * shoulders
      const end = distanceToMaskEnd(body.mask, at, { from: 0, most })
      return end === undefined || maskLevelAt(regions.hair, at(end - 2)) >= HAIR_HIDES
        ? Infinity
        : end
    })
    const width = left + right
    const isNeck = width > NECK_SOUGHT.least * shoulders
    if (isNeck && width < least) [least, ends] = [width, [left, right]]
    else if (ends && width <= wider * least) ends = [left, right]
  }
  return ends
}
