import type { FaceRegion } from '../../face/face-region.ts'
import type { ColourChange } from '../../face/repaint.ts'
import { allocPlane } from '../../raster/arena.ts'
import { formula } from '../../raster/formula.ts'
import { halveSize } from '../../raster/half-size.ts'
import { lightnessFormula, rgbToLabFormula } from '../../raster/lab.ts'
import type { LabPlanes } from '../../raster/lab-planes.ts'
import { readRgbPlanes } from '../../raster/lab-planes.ts'
import type { Box, Picture, Size } from '../../raster/picture.ts'
import type { LumaRegion } from './require-sharp.ts'
import type { SwapRegion } from './swap-region.ts'

/** A face in its place, as a whole, and near in L* alone. */
export type SampledLuma = { near: LumaRegion; whole: FaceRegion }

/** A face in its place, near and as a whole, and the levels of red, green and blue that are seen near, 0–255. */
export type SampledColours = { near: FaceRegion; whole: FaceRegion; levels: ColourChange }

/** Planes of the open room. @param area where the picture shows the face */
export function sampleColours(
  picture: Picture,
  { whole, ...near }: SwapRegion,
  area: Box,
): SampledColours {
  const levels = readRgbPlanes(picture, { ...near, area })
  const canvas = { ...near, lab: convertLevels(levels) }
  const coarse = sameSize(whole, near)
    ? canvas
    : { ...whole, lab: halfSizeLab(levels, near, whole) }
  return { near: canvas, whole: coarse, levels }
}

/** What of {@link sampleColours} is looked at of the face that goes. */
export function sampleLuma(picture: Picture, { whole, ...near }: SwapRegion): SampledLuma {
  const levels = readRgbPlanes(picture, near)
  if (sameSize(whole, near)) {
    const canvas = { ...near, lab: convertLevels(levels) }
    return { near: canvas, whole: canvas }
  }
  const l = allocPlane(levels.red.length)
  computeLightness({ ...levels, l })
  return {
    near: { ...near, lab: { l } },
    whole: { ...whole, lab: halfSizeLab(levels, near, whole) },
  }
}

function sameSize(one: Size, other: Size): boolean {
  return one.width === other.width
}

function halfSizeLab(levels: ColourChange, size: Size, halfSize: Size): LabPlanes {
  const half = (plane: Float32Array): Float32Array => halveSize(plane, size, halfSize)
  return convertLevels({
    red: half(levels.red),
    green: half(levels.green),
    blue: half(levels.blue),
  })
}

function convertLevels(levels: ColourChange): LabPlanes {
  const take = (): Float32Array => allocPlane(levels.red.length)
  const tone = { l: take(), a: take(), b: take() }
  computeLab({ ...levels, ...tone })
  return tone
}

const computeLab = formula(
  { planes: ['red', 'green', 'blue', 'l', 'a', 'b'] },
  rgbToLabFormula('red', 'green', 'blue'),
)

const computeLightness = formula(
  { planes: ['red', 'green', 'blue', 'l'] },
  lightnessFormula('red', 'green', 'blue'),
)
