import type { Size } from '../../../geometry/size.ts'
import { sampleGrid } from '../../../raster/colour/sample-grid.ts'
import type { HeadRegions } from '../../../regions/head/head-regions.ts'

/**
 * 1 where a picture shows neither hair nor the rest of the person.
 * @param alpha the share of hair in each pixel
 * @param most how much hair there may be
 */
export function groundBeside(
  alpha: Float32Array,
  { width, height }: Size,
  { person, grid }: Pick<HeadRegions, 'person' | 'grid'>,
  most: number,
): Uint8Array {
  const ground = new Uint8Array(alpha.length)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (alpha[at]! <= most && sampleGrid(person, grid, x, y) < 0.5) ground[at] = 1
    }
  }
  return ground
}
