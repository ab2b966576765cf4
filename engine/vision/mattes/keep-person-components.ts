import type { Point } from '../../geometry/point.ts'
import type { Plane } from './box-mean.ts'
import type { MatteRegion } from './matte-region.ts'

/** Pixels above this probability belong to a component. */
const MIN_PROBABILITY = 0.15

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

/** Labels the 4-connected components from 1 by flood fill; `areas[n]` is the size of component n, `areas[0]` is 0. */
function labelComponents(plane: Plane, width: number): { labels: Uint32Array; areas: number[] } {
  const labels = new Uint32Array(plane.length)
  const areas = [0]
  const open: number[] = []
  const visit = (at: number, component: number): void => {
    if (labels[at] !== 0 || !(plane[at]! > MIN_PROBABILITY)) return
    labels[at] = component
    open.push(at)
  }
  for (let seed = 0; seed < plane.length; seed++) {
    const component = areas.length
    visit(seed, component)
    let area = 0
    for (let at = open.pop(); at !== undefined; at = open.pop(), area++) {
      if (at % width > 0) visit(at - 1, component)
      if ((at + 1) % width > 0) visit(at + 1, component)
      if (at >= width) visit(at - width, component)
      if (at + width < plane.length) visit(at + width, component)
    }
    if (area > 0) areas.push(area)
  }
  return { labels, areas }
}
