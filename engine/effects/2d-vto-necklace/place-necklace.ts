import type { Box } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'
import type { Product } from '../../product/product.ts'
import type { Placement } from '../../product/render-product.ts'
import type { ChainEnds } from './necklace-shape.ts'
import { shortenChain } from './shorten-chain.ts'
import { SHARE_OF_TURN } from './tuning.ts'

/** Where the ends of a chain are in the photo. */
export type WornEnds = {
  left: Point
  right: Point
  /** Whether they were moved up to the line of bare shoulders. */
  isRaised?: boolean
}

/**
 * Lays a chain between two places of the neck. Across it follows the line between them, down it hangs as gravity has
 * it: straight down in the picture, and not further than worn ones do. With a turned head the chest turns a little,
 * and the chain's middle with it, as on a cylinder.
 * @param yaw of the head, degrees; positive to the right of the picture
 */
export function placeNecklace(
  product: Product,
  ends: ChainEnds,
  worn: WornEnds,
  yaw: number,
): { place: Placement; box: Box } {
  const own = { x: ends.right.x - ends.left.x, y: ends.right.y - ends.left.y }
  const length = Math.hypot(own.x, own.y)
  const along = { x: own.x / length, y: own.y / length }
  const across = {
    x: (worn.right.x - worn.left.x) / length,
    y: (worn.right.y - worn.left.y) / length,
  }
  const { size, own: ownAcross } = shortenChain(product, ends)
  const pixelsPerUnit = Math.hypot(across.x, across.y)
  const bend = SHARE_OF_TURN * Math.sin((yaw * Math.PI) / 180)
  const place: Placement = (x, y) => {
    const dx = x - worn.left.x
    const dy = y - worn.left.y
    const share = dx / (across.x * length || 1e-6)
    const v = (dy - across.y * (dx / (across.x || 1e-6))) / (pixelsPerUnit * size)
    const u = ownAcross((share - straightened(share, bend)) * length, v)
    return {
      x: ends.left.x + u * along.x - v * along.y,
      y: ends.left.y + u * along.y + v * along.x,
    }
  }
  const corners = [
    [0, 0],
    [product.width, 0],
    [0, product.height],
    [product.width, product.height],
  ].map(([px, py]) => {
    const [qx, qy] = [px! - ends.left.x, py! - ends.left.y]
    const [u, v] = [qx * along.x + qy * along.y, qy * along.x - qx * along.y]
    return {
      x: worn.left.x + across.x * u,
      y: worn.left.y + across.y * u + pixelsPerUnit * size * v,
    }
  })
  const room = Math.abs(bend) * length * pixelsPerUnit + 2
  const xs = corners.map((p) => p.x)
  const ys = corners.map((p) => p.y)
  const [left, top] = [Math.floor(Math.min(...xs) - room), Math.floor(Math.min(...ys) - 2)]
  const width = Math.ceil(Math.max(...xs) + room) - left
  return {
    place,
    box: { left, top, width, height: Math.ceil(Math.max(...ys) + 2) - top },
  }
}

/** How far a place between the ends (0–1) is moved by the turn; the ends stay. */
function straightened(share: number, bend: number): number {
  return share <= 0 || share >= 1 ? 0 : bend * 0.5 * (1 - (2 * share - 1) ** 2)
}
