import type { Box } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'
import type { Product } from '../../product/product.ts'
import type { Placement } from '../../product/render-product.ts'
import type { Earring } from './earring-shape.ts'

/** Where an earring is in the photo. */
export type PlacedEarring = { place: Placement; box: Box; pixelsPerUnit: number }

/** How an earring is put on. */
export type EarringPose = {
  /** Where it is fixed, pixels of the photo. */
  at: Point
  /** Its height in the photo, pixels. */
  height: number
  /** Radians, clockwise: a stud turns with the head; what hangs follows gravity, which is down in the picture. */
  turn: number
  /** Whether it is the mirror image of the product. */
  mirrored: boolean
}

/** Places an earring: its hook at the ear, scaled, turned, and mirrored for the other ear. */
export function placeEarring(product: Product, earring: Earring, pose: EarringPose): PlacedEarring {
  const { hook, box } = earring
  const pixelsPerUnit = pose.height / box.height
  const [cos, sin] = [Math.cos(pose.turn), Math.sin(pose.turn)]
  const side = pose.mirrored ? -1 : 1
  const place: Placement = (x, y) => {
    const dx = (x - pose.at.x) / pixelsPerUnit
    const dy = (y - pose.at.y) / pixelsPerUnit
    const at = { x: hook.x + side * (dx * cos + dy * sin), y: hook.y + dy * cos - dx * sin }
    // The other earring of a pair lies beside this one.
    return isInEar(box, at) ? at : OUTSIDE
  }
  const corners = [
    [box.left, box.top],
    [box.left + box.width, box.top],
    [box.left, box.top + box.height],
    [box.left + box.width, box.top + box.height],
  ].map(([u, v]) => {
    const [dx, dy] = [(u! - hook.x) * side * pixelsPerUnit, (v! - hook.y) * pixelsPerUnit]
    return { x: pose.at.x + dx * cos - dy * sin, y: pose.at.y + dx * sin + dy * cos }
  })
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const [left, top] = [Math.floor(Math.min(...xs)) - 1, Math.floor(Math.min(...ys)) - 1]
  const width = Math.ceil(Math.max(...xs)) + 1 - left
  const height = Math.ceil(Math.max(...ys)) + 1 - top
  return {
    place,
    box: { left, top, width, height: Math.min(height, 4 * product.height + 99) },
    pixelsPerUnit,
  }
}

const OUTSIDE = { x: -1e6, y: -1e6 }

function isInEar({ left, top, width, height }: Box, { x, y }: Point): boolean {
  return x > left - 2 && y > top - 2 && x < left + width + 2 && y < top + height + 2
}
