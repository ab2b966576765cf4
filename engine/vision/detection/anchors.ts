import type { Point } from '../../raster/picture.ts'
import type { InputSize } from '../vision.ts'

/**
 * The anchor centres of an SSD detector, as shares of its input's longer side, the middle at 0.5. Neighbouring layers
 * of equal stride share one grid and put their anchors into each of its cells.
 * @param frame the input, pixels
 * @param strides one per layer
 * @param perLayer anchors that each layer puts into a cell
 */
export function ssdAnchors(
  { width, height }: InputSize,
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
