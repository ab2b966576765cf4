import type { LumaRegion } from '../../face/eye-edge-width.ts'
import {
  type FaceRegion,
  type FaceRegionGeometry,
  faceRegionGeometry,
  halveGeometry,
  MAX_FACE_WIDTH,
} from '../../face/face-region.ts'
import type { ColourChange } from '../../face/repaint.ts'
import type { Box } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import { allocPlane } from '../../raster/arena.ts'
import { lightnessFormula, rgbToLabFormula } from '../../raster/colour/lab.ts'
import { type LabPlanes, readRgbPlanes } from '../../raster/colour/lab-planes.ts'
import { doubleSize, halveSize } from '../../raster/filter/half-size.ts'
import { formula } from '../../raster/formula.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { MAX_COARSE_FACE_WIDTH, SWAP_REGION_MARGIN } from './tuning.ts'

/** The same of the face that is replaced and of the one that replaces it. */
export type Both<Of> = { target: Of; donor: Of }

/** The region of the target face at the finest size that is worked on, and at the size for all that is soft. */
export type SwapRegion = FaceRegionGeometry & {
  /** Half the size for a wide face, else the same. */
  coarse: FaceRegionGeometry
  /** A plane of `coarse` at the size of this region. */
  upsample(plane: Float32Array): Float32Array
}

/** The region of a face in a picture of a size. */
export function swapRegionOf(size: Size, face: Face): SwapRegion {
  const fine = faceRegionGeometry(size, face, MAX_FACE_WIDTH.fine, SWAP_REGION_MARGIN)
  const coarse = fine.faceWidth > MAX_COARSE_FACE_WIDTH ? halveGeometry(fine) : fine
  const upsample = (plane: Float32Array): Float32Array =>
    coarse === fine ? plane : doubleSize(plane, coarse, fine)
  return { ...fine, coarse, upsample }
}

/** The region of the target face: its colours, and at the fine size its lightness alone. */
export type SampledLuma = { fine: LumaRegion; coarse: FaceRegion }

/** The region of the warped donor: its colours at both sizes, and its fine levels of red, green and blue, 0–255. */
export type SampledColours = { fine: FaceRegion; coarse: FaceRegion; levels: ColourChange }

/** Samples a region into planes of the open arena. @param area where `picture` shows it */
export function sampleColours(
  picture: Picture,
  { coarse: coarseGeometry, ...geometry }: SwapRegion,
  area: Box,
): SampledColours {
  const levels = readRgbPlanes(picture, { ...geometry, area })
  const fine = { ...geometry, lab: convertLevels(levels) }
  const coarse = sameSize(coarseGeometry, geometry)
    ? fine
    : { ...coarseGeometry, lab: halfSizeLab(levels, geometry, coarseGeometry) }
  return { fine, coarse, levels }
}

/** Samples what of {@link sampleColours} is needed of the target face. */
export function sampleLuma(
  picture: Picture,
  { coarse: coarseGeometry, ...geometry }: SwapRegion,
): SampledLuma {
  const levels = readRgbPlanes(picture, geometry)
  if (sameSize(coarseGeometry, geometry)) {
    const region = { ...geometry, lab: convertLevels(levels) }
    return { fine: region, coarse: region }
  }
  const l = allocPlane(levels.red.length)
  computeLightness({ ...levels, l })
  const lab = halfSizeLab(levels, geometry, coarseGeometry)
  return { fine: { ...geometry, lab: { l } }, coarse: { ...coarseGeometry, lab } }
}

function sameSize(one: Size, other: Size): boolean {
  return one.width === other.width
}

/** Lab planes of half the size. The levels are averaged, not the Lab values. */
function halfSizeLab(levels: ColourChange, size: Size, halfSize: Size): LabPlanes {
  const half = (plane: Float32Array): Float32Array => halveSize(plane, size, halfSize)
  return convertLevels({
    red: half(levels.red),
    green: half(levels.green),
    blue: half(levels.blue),
  })
}

function convertLevels(levels: ColourChange): LabPlanes {
  const alloc = (): Float32Array => allocPlane(levels.red.length)
  const lab = { l: alloc(), a: alloc(), b: alloc() }
  computeLab({ ...levels, ...lab })
  return lab
}

const computeLab = formula(
  { planes: ['red', 'green', 'blue', 'l', 'a', 'b'] },
  rgbToLabFormula('red', 'green', 'blue'),
)

const computeLightness = formula(
  { planes: ['red', 'green', 'blue', 'l'] },
  lightnessFormula('red', 'green', 'blue'),
)
