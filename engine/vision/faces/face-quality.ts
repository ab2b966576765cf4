import type { Box, Picture, Point } from '../../raster/picture.ts'
import { ensureLevel, type Pyramid } from '../input/pyramid.ts'
import { pyramidLevelFor } from '../input/sample-roi.ts'
import type { FaceLandmark, FacePart, FaceQuality } from './face.ts'

/** Where each part shows skin, as landmarks. */
const SKIN: Readonly<Record<FacePart, readonly number[]>> = {
  forehead: [151, 108, 337, 67, 297],
  rightEye: [27, 28, 23, 24, 22],
  leftEye: [257, 258, 253, 254, 252],
  rightCheek: [50, 205, 36, 101],
  leftCheek: [280, 425, 266, 330],
  mouth: [164, 167, 393, 18, 200],
}
const RIGHT: readonly FacePart[] = ['rightEye', 'rightCheek']
const LEFT: readonly FacePart[] = ['leftEye', 'leftCheek']

/** Pixels across a face at which a pixel is a good mean of skin. */
const SAMPLED_FACE_WIDTH = 80

/** A part is covered when most of its skin differs this much from the face's middle: in colour, or this much darker. */
const OTHER_COLOUR = 0.09
const DARKER = 0.5

/** Luma and colour differences, 0–1 and −0.5–0.5 (ITU-R BT.601). */
type YCbCr = { luma: number; blue: number; red: number }

/** Judges how well a face can be worked on. */
export async function faceQuality(
  pyramid: Pyramid,
  box: Box,
  landmarks: readonly FaceLandmark[],
): Promise<FaceQuality> {
  const [{ width, height }] = pyramid
  await ensureLevel(pyramid, levelOf(pyramid, box))
  const tones = sampleSkin(pyramid, box, landmarks)
  const all = Object.values(tones).flat()
  const middle = {
    luma: median(all.map(({ luma }) => luma)),
    blue: median(all.map(({ blue }) => blue)),
    red: median(all.map(({ red }) => red)),
  }
  const lumas = (parts: readonly FacePart[]): number[] =>
    parts.flatMap((part) => tones[part].map(({ luma }) => luma))
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
    covered: (Object.keys(SKIN) as FacePart[]).filter((part) => isCovered(part, tones, middle)),
  }
}

function isCovered(part: FacePart, tones: Record<FacePart, YCbCr[]>, middle: YCbCr): boolean {
  const strange = tones[part].filter(
    ({ luma, blue, red }) =>
      Math.hypot(blue - middle.blue, red - middle.red) > OTHER_COLOUR ||
      luma < DARKER * middle.luma,
  )
  const missing = SKIN[part].length - tones[part].length
  return strange.length + missing > SKIN[part].length / 2
}

/** The tones of every part's skin that lies inside the picture. */
function sampleSkin(
  pyramid: Pyramid,
  box: Box,
  landmarks: readonly Point[],
): Record<FacePart, YCbCr[]> {
  const level = levelOf(pyramid, box)
  const picture = pyramid[level] ?? pyramid[0]
  const at = (landmark: number): YCbCr[] => {
    const { x, y } = landmarks[landmark]!
    const tone = colourAt(picture, Math.floor(x / 2 ** level), Math.floor(y / 2 ** level))
    return tone ? [tone] : []
  }
  const entries = Object.entries(SKIN).map(([part, skin]) => [part, skin.flatMap(at)])
  return Object.fromEntries(entries) as Record<FacePart, YCbCr[]>
}

function levelOf(pyramid: Pyramid, { width, height }: Box): number {
  return pyramidLevelFor(pyramid, Math.max(width, height) / SAMPLED_FACE_WIDTH)
}

function colourAt({ width, height, data }: Picture, x: number, y: number): YCbCr | undefined {
  if (x < 0 || y < 0 || x >= width || y >= height) return undefined
  const at = (y * width + x) * 4
  const red = data[at]! / 255
  const blue = data[at + 2]! / 255
  const luma = 0.299 * red + 0.587 * (data[at + 1]! / 255) + 0.114 * blue
  return { luma, blue: (blue - luma) * 0.564, red: (red - luma) * 0.713 }
}

function insideShare({ left, top, width, height }: Box, size: { width: number; height: number }) {
  const across = Math.min(size.width, left + width) - Math.max(0, left)
  const down = Math.min(size.height, top + height) - Math.max(0, top)
  return (Math.max(0, across) * Math.max(0, down)) / Math.max(1, width * height)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
