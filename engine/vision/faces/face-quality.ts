import type { Box } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'
import { medianOrZero } from '../../geometry/quantile.ts'
import type { Size } from '../../geometry/size.ts'
import { luma } from '../../raster/colour/luma.ts'
import type { Picture } from '../../raster/picture.ts'
import { ensureLevel, type Pyramid } from '../input/pyramid.ts'
import { roiAround } from '../input/roi.ts'
import { pyramidLevelFor } from '../input/sample-roi.ts'
import {
  CHROMA_SCALE,
  MAX_CHROMA_DISTANCE,
  MIN_RELATIVE_LUMA,
  SAMPLED_FACE_WIDTH,
} from '../tuning.ts'
import type { FaceLandmark, FacePart, FaceQuality } from './face.ts'

/** The landmarks at which each part of a face shows skin. */
const SKIN: Readonly<Record<FacePart, readonly number[]>> = {
  forehead: [151, 108, 337, 67, 297],
  rightEye: [27, 28, 23, 24, 22],
  leftEye: [257, 258, 253, 254, 252],
  rightCheek: [50, 205, 36, 101],
  leftCheek: [280, 425, 266, 330],
  mouth: [164, 167, 393, 18, 200],
}
/**
 * The landmarks of {@link SKIN} above each eye: what covers an eye reaches beyond its contour on both sides. A lowered
 * eye lies on the landmarks below it, and silver on a lid is no cover either.
 */
const LIDS: Partial<Readonly<Record<FacePart, readonly number[]>>> = {
  rightEye: [27, 28],
  leftEye: [257, 258],
}
const RIGHT: readonly FacePart[] = ['rightEye', 'rightCheek']
const LEFT: readonly FacePart[] = ['leftEye', 'leftCheek']

/** A colour as luma (0–1) and the chroma Cb and Cr (−0.5–0.5), by ITU-R BT.601. */
type YCbCr = { luma: number; cb: number; cr: number }

/** The colours of each part at its landmarks. */
type SampledSkin = Record<FacePart, (YCbCr & { landmark: number })[]>

/**
 * Measures a face for the conditions of effects: its size and position, how it is lit, what covers it.
 * @param box of the face, in source pixels
 * @param landmarks the 478 of the face, in source pixels
 */
export async function faceQuality(
  pyramid: Pyramid,
  box: Box,
  landmarks: readonly FaceLandmark[],
): Promise<FaceQuality> {
  const [{ width, height }] = pyramid
  const { left, top } = box
  const around = roiAround(left, top, box.width, box.height)
  await ensureLevel(pyramid, levelOf(pyramid, box), around)
  const colours = sampleSkin(pyramid, box, landmarks)
  const all = Object.values(colours).flat()
  const middle = {
    luma: medianOrZero(all.map(({ luma }) => luma)),
    cb: medianOrZero(all.map(({ cb }) => cb)),
    cr: medianOrZero(all.map(({ cr }) => cr)),
  }
  const lumas = (parts: readonly FacePart[]): number[] =>
    parts.flatMap((part) => colours[part].map(({ luma }) => luma))
  const bright = lumas(['forehead', 'leftCheek', 'rightCheek']).toSorted((a, b) => b - a)
  return {
    width: box.width / width,
    height: box.height / height,
    inside: insideShare(box, { width, height }),
    offCentre: {
      x: ((box.left + box.width / 2) / width) * 2 - 1,
      y: ((box.top + box.height / 2) / height) * 2 - 1,
    },
    light: mean(bright.slice(0, Math.ceil(bright.length / 2))),
    uneven: Math.abs(mean(lumas(LEFT)) - mean(lumas(RIGHT))),
    covered: (Object.keys(SKIN) as FacePart[]).filter((part) => isCovered(part, colours, middle)),
  }
}

/** Landmarks outside the picture count as covered. */
function isCovered(part: FacePart, colours: SampledSkin, middle: YCbCr): boolean {
  const unlike = SKIN[part].filter((landmark) => {
    const colour = colours[part].find((one) => one.landmark === landmark)
    return !colour || isUnlike(colour, middle)
  })
  const lid = LIDS[part]
  return unlike.length > SKIN[part].length / 2 && (!lid || lid.some((at) => unlike.includes(at)))
}

function isUnlike({ luma, cb, cr }: YCbCr, middle: YCbCr): boolean {
  return (
    Math.hypot(cb - middle.cb, cr - middle.cr) > MAX_CHROMA_DISTANCE ||
    luma < MIN_RELATIVE_LUMA * middle.luma
  )
}

/** The colours at each part's landmarks, as far as they lie inside the picture. */
function sampleSkin(pyramid: Pyramid, box: Box, landmarks: readonly Point[]): SampledSkin {
  const level = levelOf(pyramid, box)
  const picture = pyramid[level] ?? pyramid[0]
  const at = (landmark: number): SampledSkin[FacePart] => {
    const { x, y } = landmarks[landmark]!
    const colour = colourAt(picture, Math.floor(x / 2 ** level), Math.floor(y / 2 ** level))
    return colour ? [{ ...colour, landmark }] : []
  }
  const entries = Object.entries(SKIN).map(([part, skin]) => [part, skin.flatMap(at)])
  return Object.fromEntries(entries) as SampledSkin
}

function levelOf(pyramid: Pyramid, { width, height }: Box): number {
  return pyramidLevelFor(pyramid, Math.max(width, height) / SAMPLED_FACE_WIDTH)
}

function colourAt({ width, height, data }: Picture, x: number, y: number): YCbCr | undefined {
  if (x < 0 || y < 0 || x >= width || y >= height) return undefined
  const at = (y * width + x) * 4
  const red = data[at]! / 255
  const blue = data[at + 2]! / 255
  const light = luma(red, data[at + 1]! / 255, blue)
  return {
    luma: light,
    cb: (blue - light) * CHROMA_SCALE.blue,
    cr: (red - light) * CHROMA_SCALE.red,
  }
}

function insideShare({ left, top, width, height }: Box, size: Size) {
  const across = Math.min(size.width, left + width) - Math.max(0, left)
  const down = Math.min(size.height, top + height) - Math.max(0, top)
  return (Math.max(0, across) * Math.max(0, down)) / Math.max(1, width * height)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
