import { boxOfPixels } from '../../geometry/bounding-box.ts'
import type { Box } from '../../geometry/box.ts'
import {
  LETTER_ASPECT,
  LETTER_COVERED,
  LETTER_HEIGHT,
  LETTER_STROKE,
  MAX_DEVIATION,
} from './tuning.ts'

/** A connected component that could be a letter. */
export type Letter = Box & {
  /** Mean width of its strokes, pixels. */
  stroke: number
  /** Mean luma. */
  luma: number
}

/** The component as a letter; undefined where it is none by its shape, its strokes or its colour. */
export function letterOf(
  pixels: readonly number[],
  luma: Float32Array,
  width: number,
): Letter | undefined {
  const box = boxOfPixels(pixels, width)
  if (box.height < LETTER_HEIGHT.least || box.height > LETTER_HEIGHT.most) return undefined
  const aspect = box.width / box.height
  if (aspect < LETTER_ASPECT.least || aspect > LETTER_ASPECT.most) return undefined
  const covered = pixels.length / (box.width * box.height)
  if (covered < LETTER_COVERED.least || covered > LETTER_COVERED.most) return undefined
  const mean = pixels.reduce((sum, i) => sum + luma[i]!, 0) / pixels.length
  const variance = pixels.reduce((sum, i) => sum + (luma[i]! - mean) ** 2, 0) / pixels.length
  if (variance > MAX_DEVIATION ** 2) return undefined
  const stroke = strokeWidth(pixels, box, width)
  return stroke ? { ...box, stroke, luma: mean } : undefined
}

/** Mean width along the strokes' middle lines; undefined where it varies too much for a letter, or is too wide. */
function strokeWidth(
  pixels: readonly number[],
  { left, top, ...size }: Box,
  width: number,
): number | undefined {
  // One pixel of frame, where the distance is 0.
  const stride = size.width + 2
  const distance = new Float32Array(stride * (size.height + 2))
  for (const i of pixels) {
    const x = i % width
    distance[((i - x) / width - top + 1) * stride + x - left + 1] = Number.POSITIVE_INFINITY
  }
  chamfer(distance, stride)
  let [count, sum, squares] = [0, 0, 0]
  for (let i = stride; i < distance.length - stride; i++) {
    const own = distance[i]!
    if (own === 0) continue
    const around = [i - 1, i + 1, i - stride, i + stride]
    if (around.filter((k) => distance[k]! > own).length > 0) continue
    count++
    sum += own
    squares += own * own
  }
  if (count === 0) return undefined
  const mean = sum / count
  const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean))
  const wide = 2 * mean > LETTER_STROKE.most * Math.max(size.height, size.width)
  return wide || deviation > LETTER_STROKE.deviation * mean ? undefined : 2 * mean - 1
}

/** City-block distance to what is 0, by two passes (Borgefors 1986). */
function chamfer(distance: Float32Array, stride: number): void {
  const { length } = distance
  for (let i = stride; i < length; i++) {
    distance[i] = Math.min(distance[i]!, distance[i - 1]! + 1, distance[i - stride]! + 1)
  }
  for (let i = length - stride - 1; i >= 0; i--) {
    distance[i] = Math.min(distance[i]!, distance[i + 1]! + 1, distance[i + stride]! + 1)
  }
}
