import { featureRings } from '../../../face/feature-rings.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import { CLEAR_FEATURES } from '../tuning.ts'

/**
 * Moves hair that falls from the forehead to the sides of a face aside, in place, so that it passes brows and eyes
 * where this face has them: they are never painted, and would look cut out of it.
 * @param places of strands on the turned head, three numbers each
 */
export function clearFeatures(places: Float32Array, { face, frame }: Pick<Head, 'face' | 'frame'>) {
  const { low, high, soft, beside, front } = CLEAR_FEATURES
  const reach = { left: 0, right: 0 }
  for (const { x, y } of featureRings(face).flat()) {
    const { u, v } = pixelToHead(frame, x, y)
    if (v < low || v > high + soft.above) continue
    if (u < 0) reach.left = Math.max(reach.left, -u)
    else reach.right = Math.max(reach.right, u)
  }
  for (let i = 0; i < places.length; i += 3) {
    const [u, v, w] = [places[i]!, places[i + 1]!, places[i + 2]!]
    if (v < low - soft.below || v > high + soft.above || w < front.from) continue
    const most = (u < 0 ? reach.left : reach.right) + beside
    const inside = most - Math.abs(u)
    if (inside <= 0 || inside === most) continue
    const by =
      smoothstep(low - soft.below, low, v) *
      (1 - smoothstep(high, high + soft.above, v)) *
      smoothstep(front.from, front.to, w) *
      // Hair in the middle of the forehead does not belong to a side.
      smoothstep(0, CLEAR_FEATURES.middle, Math.abs(u))
    places[i] = u + Math.sign(u) * by * inside
  }
}
