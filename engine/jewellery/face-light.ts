import { measureSclera } from '../face/sclera.ts'
import type { Point } from '../geometry/point.ts'
import { quantileOrZero } from '../geometry/quantile.ts'
import { luminance, srgbToLinear } from '../raster/colour/lab.ts'
import { sampleGrid } from '../raster/colour/sample-grid.ts'
import type { Picture } from '../raster/picture.ts'
import type { HeadRegions } from '../regions/head/head-regions.ts'
import type { Face } from '../vision/faces/face.ts'
import { estimateLight, type Light } from './estimate-light.ts'
import { faceWidthOf } from './face-scale.ts'
import { FACE_LIGHT_REACH, FULL_LIGHT_QUANTILE, MIN_SCLERA_PIXELS } from './tuning.ts'

/** The light at a place on or below a head: from the skin around it, the whole face, and the white of the eyes. */
export function faceLight(
  { picture, face, regions }: { picture: Picture; face: Face; regions: HeadRegions },
  at: Point,
  size: number,
): Light {
  const reach = Math.max(
    FACE_LIGHT_REACH * faceWidthOf(face),
    Math.min(size, faceWidthOf(face)) / 2,
  )
  const sclera = measureSclera(picture, face)
  return estimateLight(picture, {
    near: (x, y) => sampleGrid(regions.skin, regions.grid, x, y),
    box: { left: at.x - reach, top: at.y - reach, width: 2 * reach, height: 2 * reach },
    lit: skinInFullLight(picture, face),
    white: sclera.pixels >= MIN_SCLERA_PIXELS ? [sclera.r, sclera.g, sclera.b] : undefined,
    size,
  })
}

function skinInFullLight({ width, height, data }: Picture, { landmarks }: Face): number {
  const lights = landmarks
    .map(({ x, y }) => [Math.floor(x), Math.floor(y)] as const)
    .filter(([x, y]) => x >= 0 && y >= 0 && x < width && y < height)
    .map(([x, y]) => {
      const at = (y * width + x) * 4
      return luminance(
        srgbToLinear(data[at]!),
        srgbToLinear(data[at + 1]!),
        srgbToLinear(data[at + 2]!),
      )
    })
  return quantileOrZero(lights, FULL_LIGHT_QUANTILE)
}
