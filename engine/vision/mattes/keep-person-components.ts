import type { Point } from '../../geometry/point.ts'
import { isWithin } from '../../geometry/size.ts'
import { flood } from '../../raster/mask/flood.ts'
import { PERSON_PROBABILITY } from '../tuning.ts'
import type { Plane } from './box-mean.ts'
import type { MatteRegion } from './matte-region.ts'

/**
 * Clears the connected components of a mask that contain none of the given points: other people, and things that the
 * network took for a person. The largest component always stays.
 * @param plane probabilities on the region's grid; changed in place and returned
 * @param points on the person, in source pixels
 */
export function keepPersonComponents(
  plane: Plane,
  region: MatteRegion,
  points: readonly Point[],
): Plane {
  const { component, largest } = componentsOf(plane, region.width)
  const kept = new Set([largest])
  for (const { x, y } of points) {
    const column = Math.floor((x - region.left) * region.scale)
    const row = Math.floor((y - region.top) * region.scale)
    if (isWithin({ x: column, y: row }, region)) kept.add(component[row * region.width + column]!)
  }
  kept.delete(0)
  for (let at = 0; at < plane.length; at++) if (!kept.has(component[at]!)) plane[at] = 0
  return plane
}

/** The number of each pixel's component, from 1, 0 where it is in none; and that of the largest. */
function componentsOf(plane: Plane, width: number): { component: Uint32Array; largest: number } {
  const seen = new Uint8Array(plane.length)
  const component = new Uint32Array(plane.length)
  let [count, largest, most] = [0, 0, 0]
  for (let at = 0; at < plane.length; at++) {
    if (seen[at] || !(plane[at]! > PERSON_PROBABILITY)) continue
    const pixels = flood(plane, width, at, PERSON_PROBABILITY, 4, seen)
    count++
    for (const pixel of pixels) component[pixel] = count
    if (pixels.length > most) [largest, most] = [count, pixels.length]
  }
  return { component, largest }
}
