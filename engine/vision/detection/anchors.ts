import type { Point } from '../../geometry/point.ts'
import type { Size } from '../../geometry/size.ts'

/**
 * The anchor centres of an SSD detector (Liu et al., "SSD: Single Shot MultiBox Detector", 2016), laid out like those
 * of MediaPipe's `SsdAnchorsCalculator` with anchors of one fixed size: layers of equal stride share one grid, and
 * each puts its anchors into every cell.
 * @param strides input pixels to a grid cell, one for each layer
 * @param perLayer anchors of one layer in a cell
 * @returns centres as shares of the input's longer side; (0.5, 0.5) is the middle of the input
 */
export function ssdAnchors(
  { width, height }: Size,
  strides: readonly number[],
  perLayer = 2,
): Point[] {
  const points: Point[] = []
  const side = Math.max(width, height)
  for (const stride of new Set(strides)) {
    const perCell = perLayer * strides.filter((other) => other === stride).length
    for (let y = stride / 2; y < height; y += stride) {
      for (let x = stride / 2; x < width; x += stride) {
        const point = { x: (x + (side - width) / 2) / side, y: (y + (side - height) / 2) / side }
        for (let n = 0; n < perCell; n++) points.push(point)
      }
    }
  }
  return points
}
