import { type Box, clampBox, growBox } from '../geometry/box.ts'
import type { Size } from '../geometry/size.ts'
import type { GeneratorLimits } from './generator.ts'

/** What is sent around the mask, as a share of the longer side of its box, and at least so many pixels. */
const MARGIN = 0.5
const MIN_MARGIN = 96

/**
 * The part of a picture that a generator is sent to fill `hole`: the hole with its surroundings, grown along its
 * shorter side where it is longer than the generator takes. Sending no more keeps the resolution of what comes back
 * high.
 */
export function contextBox(hole: Box, size: Size, { maxRatio }: GeneratorLimits): Box {
  const margin = Math.max(MIN_MARGIN, MARGIN * Math.max(hole.width, hole.height))
  const inside = clampBox(growBox(hole, margin), size)
  const missing = {
    width: Math.max(0, inside.height / maxRatio - inside.width),
    height: Math.max(0, inside.width / maxRatio - inside.height),
  }
  return clampBox(growBox(inside, missing.width, missing.height), size)
}
