import type { Point } from '../../raster/picture.ts'
import type { Plane } from './box-mean.ts'
import type { MatteRegion } from './matte-region.ts'

/** What belongs to an island's soft shore. */
const MIN_PROBABILITY = 0.15

/**
 * Clears the islands of a mask that hold none of the given points: other people and things that the network took
 * for person. The largest island always stays.
 * @param plane probabilities on the region's grid; changed in place and returned
 * @param points in source pixels
 */
export function keepPersonComponents(
  plane: Plane,
  region: MatteRegion,
  points: readonly Point[],
): Plane {
  const { labels, areas } = labelComponents(plane, region.width)
  const kept = new Set([areas.indexOf(Math.max(...areas))])
  for (const { x, y } of points) {
    const column = Math.floor((x - region.left) * region.scale)
    const row = Math.floor((y - region.top) * region.scale)
    if (column < 0 || row < 0 || column >= region.width || row >= region.height) continue
    kept.add(labels[row * region.width + column]!)
  }
  kept.delete(0)
  for (let at = 0; at < plane.length; at++) if (!kept.has(labels[at]!)) plane[at] = 0
  return plane
}

/** Numbers the connected islands from 1; `areas[n]` is the size of island n, `areas[0]` is 0. */
function labelComponents(plane: Plane, width: number): { labels: Uint32Array; areas: number[] } {
  const labels = new Uint32Array(plane.length)
  const areas = [0]
  const open: number[] = []
  const visit = (at: number, island: number): void => {
    if (labels[at] !== 0 || !(plane[at]! > MIN_PROBABILITY)) return
    labels[at] = island
    open.push(at)
  }
  for (let seed = 0; seed < plane.length; seed++) {
    const island = areas.length
    visit(seed, island)
    let area = 0
    for (let at = open.pop(); at !== undefined; at = open.pop(), area++) {
      if (at % width > 0) visit(at - 1, island)
      if ((at + 1) % width > 0) visit(at + 1, island)
      if (at >= width) visit(at - width, island)
      if (at + width < plane.length) visit(at + width, island)
    }
    if (area > 0) areas.push(area)
  }
  return { labels, areas }
}
