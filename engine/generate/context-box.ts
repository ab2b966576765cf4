import { clampBox } from '../raster/crop.ts'
import type { Box, Mask } from '../raster/picture.ts'
import type { GeneratorLimits } from './generator.ts'

/** What is sent around the mask, as a share of the longer side of its box, and at least so many pixels. */
const MARGIN = 0.5
const MIN_MARGIN = 96

/** The least box around all pixels of a mask above 0; undefined where there are none. */
export function boundsOf({ width, height, data }: Mask): Box | undefined {
  let [left, top, right, bottom] = [width, -1, -1, -1]
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width)
    const first = row.findIndex((share) => share > 0)
    if (first < 0) continue
    if (top < 0) top = y
    bottom = y
    left = Math.min(left, first)
    right = Math.max(
      right,
      row.findLastIndex((share) => share > 0),
    )
  }
  if (top < 0) return undefined
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/**
 * The part of a picture that a generator is sent to fill `hole`: the hole with its surroundings, grown along its
 * shorter side where it is longer than the generator takes. Sending no more keeps the resolution of what comes back
 * high.
 */
export function contextBox(
  hole: Box,
  size: { width: number; height: number },
  { maxRatio }: GeneratorLimits,
): Box {
  const margin = Math.max(MIN_MARGIN, MARGIN * Math.max(hole.width, hole.height))
  const wide = grown(hole, margin, margin)
  const inside = clampBox(wide, size)
  const missing = {
    width: Math.max(0, inside.height / maxRatio - inside.width),
    height: Math.max(0, inside.width / maxRatio - inside.height),
  }
  return clampBox(grown(inside, missing.width, missing.height), size)
}

function grown({ left, top, width, height }: Box, by: number, down: number): Box {
  return { left: left - by, top: top - down, width: width + 2 * by, height: height + 2 * down }
}
