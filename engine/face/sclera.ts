import { boxOfPoints } from '../geometry/bounding-box.ts'
import { clampBox } from '../geometry/box.ts'
import { distance, type Point } from '../geometry/point.ts'
import { luminance, srgbToLinear } from '../raster/colour/lab.ts'
import { paintPolygon } from '../raster/mask/paint-polygon.ts'
import type { Picture } from '../raster/picture.ts'
import { packedRgba } from '../raster/pixels/packed-rgba.ts'
import { FACE, type Face } from '../vision/faces/face.ts'
import { IRIS_MARGIN, SCLERA_QUANTILES } from './tuning.ts'

/** The white of both eyes. */
export type Sclera = {
  /** Its mean colour in linear light, 0–1. */
  r: number
  g: number
  b: number
  /** How many pixels of it the mean is of. */
  pixels: number
}

const EYES = [
  { upper: FACE.leftUpperLid, lower: FACE.leftLowerLid, iris: FACE.leftIris },
  { upper: FACE.rightUpperLid, lower: FACE.rightLowerLid, iris: FACE.rightIris },
] as const

/**
 * The colour of the white of a face's eyes, as a measure of the light on the face: sclera is near to neutral in
 * everybody. 0 pixels where the eyes are closed or hidden.
 */
export function measureSclera(picture: Picture, { landmarks }: Face): Sclera {
  const whites: WhitePixels = { words: [], light: [] }
  for (const { upper, lower, iris } of EYES) {
    const ring = [...upper, ...[...lower].reverse()].map((i) => landmarks[i]!)
    const [centre, ...edge] = iris.map((i) => landmarks[i]!)
    const radius = Math.max(...edge.map((p) => distance(p, centre!)))
    collectWhite(picture, ring, centre!, IRIS_MARGIN * radius, whites)
  }
  const { words, light } = whites
  const order = Float64Array.from(light).sort()
  const least = order[Math.floor(SCLERA_QUANTILES.from * order.length)]!
  const most = order[Math.ceil(SCLERA_QUANTILES.to * order.length) - 1]!
  const sum = { r: 0, g: 0, b: 0, pixels: 0 }
  for (const [nth, word] of words.entries()) {
    if (!(light[nth]! >= least && light[nth]! <= most)) continue
    sum.r += srgbToLinear(word & 255)
    sum.g += srgbToLinear((word >> 8) & 255)
    sum.b += srgbToLinear((word >> 16) & 255)
    sum.pixels++
  }
  const { pixels } = sum
  const count = pixels || 1
  return { r: sum.r / count, g: sum.g / count, b: sum.b / count, pixels }
}

/** Pixels as {@link packedRgba} has them, and the relative luminance of each, 0–1. */
type WhitePixels = { words: number[]; light: number[] }

/**
 * Adds the pixels that lie wholly between the lids and outside the iris.
 * @param ring the lids, source pixels
 */
function collectWhite(
  picture: Picture,
  ring: readonly Point[],
  iris: Point,
  radius: number,
  whites: WhitePixels,
): void {
  const box = clampBox(boxOfPoints(ring), picture)
  const plane = new Float32Array(box.width * box.height)
  paintPolygon(
    plane,
    box,
    ring.map((p) => ({ x: p.x - box.left, y: p.y - box.top })),
  )
  const words = packedRgba(picture.data)
  for (let y = 0; y < box.height; y++) {
    const from = (box.top + y) * picture.width + box.left
    const middle = { x: iris.x - box.left, y: iris.y - box.top - y }
    const row = plane.subarray(y * box.width, (y + 1) * box.width)
    collectWhiteRow(words.subarray(from, from + box.width), row, middle, radius, whites)
  }
}

/** @param iris its centre, relative to the row's first pixel */
function collectWhiteRow(
  words: Int32Array,
  inside: Float32Array,
  iris: Point,
  radius: number,
  whites: WhitePixels,
): void {
  const down = 0.5 - iris.y
  for (let x = 0; x < words.length; x++) {
    if (inside[x]! < 1) continue
    const across = x + 0.5 - iris.x
    if (across * across + down * down < radius * radius) continue
    const word = words[x]!
    whites.words.push(word)
    whites.light.push(packedLuminance(word))
  }
}

function packedLuminance(word: number): number {
  return luminance(
    srgbToLinear(word & 255),
    srgbToLinear((word >> 8) & 255),
    srgbToLinear((word >> 16) & 255),
  )
}
