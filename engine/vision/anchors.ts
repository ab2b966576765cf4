import type { Point } from '../raster/picture.ts'

/**
 * The anchor centres of an SSD detector, 0–1 of its input. Neighbouring layers of equal stride share one grid and
 * put their anchors into each of its cells.
 * @param size pixels of the input's side
 * @param strides one per layer
 * @param perLayer anchors that each layer puts into a cell
 */
export function anchors(size: number, strides: readonly number[], perLayer = 2): Point[] {
  const points: Point[] = []
  for (const stride of new Set(strides)) {
    const perCell = perLayer * strides.filter((other) => other === stride).length
    const cells = size / stride
    for (let cell = 0; cell < cells * cells; cell++) {
      const point = {
        x: ((cell % cells) + 0.5) / cells,
        y: (Math.floor(cell / cells) + 0.5) / cells,
      }
      for (let n = 0; n < perCell; n++) points.push(point)
    }
  }
  return points
}
