import type { Point } from '../../geometry/point.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { WornEnds } from './place-necklace.ts'
import { HELD_BESIDE, NECK_ROWS, RAISE } from './tuning.ts'

/**
 * Moves ends that lie in the middle of skin up to where it ends on both sides: over bare shoulders a chain goes out of
 * sight at their line, which meets the neck higher than where that turns into them.
 * @returns the ends as they are where that is nowhere near
 */
export function raiseEnds(ends: WornEnds, { skin, grid }: HeadRegions): WornEnds {
  const pixel = grid.scale
  const reach = HELD_BESIDE * grid.faceWidth * pixel
  /** Where skin ends outwards; undefined where it does not. */
  const edgeAt = ({ x, y }: Point, side: 1 | -1): Point | undefined => {
    for (let by = 0; by <= reach; by += pixel / 2) {
      if (sampleGrid(skin, grid, x + side * by, y) < 0.5) return { x: x + side * by, y }
    }
    return undefined
  }
  if (edgeAt(ends.left, -1) && edgeAt(ends.right, 1)) return ends
  // Nearer to the chin than rows of a neck are read is the edge of the jaw.
  const chin = grid.area.top + grid.points[FACE.chin]!.y * pixel
  const highest = chin + NECK_ROWS.from * grid.faceWidth * pixel
  const room = Math.min(ends.left.y, ends.right.y) - highest
  for (let up = pixel; up <= Math.min(room, RAISE * grid.faceWidth * pixel); up += pixel) {
    const left = edgeAt({ ...ends.left, y: ends.left.y - up }, -1)
    const right = edgeAt({ ...ends.right, y: ends.right.y - up }, 1)
    if (left && right) return { left, right, isRaised: true }
  }
  return ends
}
