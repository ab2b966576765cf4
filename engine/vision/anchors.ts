import type { Point } from '../raster/picture.ts'

/**
 * The anchor centres of an SSD detector, 0–1 of its input. Neighbouring layers of equal stride share one grid and
 * put two anchors per layer into each of its cells.
 * @param size pixels of the input's side
 * @param strides one per layer
 */
export function anchors(size: number, strides: readonly number[]): Point[] {
  const points: Point[] = []
  for (const stride of new Set(strides)) {
    const perCell = 2 * strides.filter((other) => other === stride).length
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
