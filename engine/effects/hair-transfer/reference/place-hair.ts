import { fitSimilarity } from '../../../geometry/fit-similarity.ts'
import { distance, type Point } from '../../../geometry/point.ts'
import { sampleClamped, stopClamped, stopShare } from '../../../geometry/sample.ts'
import type { Size } from '../../../geometry/size.ts'
import type { Picture } from '../../../raster/picture.ts'
import { FACE } from '../../../vision/faces/face.ts'
import { hairlineAlong } from '../head/hairline-along.ts'
import type { Head } from '../head/head.ts'
import {
  PLACED_HAIR_FADES,
  PLACED_HAIR_MOSTLY,
  PLACED_HAIR_REACH,
  PLACED_HAIR_STEP,
  SAME_HAIRLINE,
} from '../tuning.ts'

/** Hair on a picture: its share of each pixel, and its own colour there as sRGB levels. */
export type HairLayer = Size &
  Pick<Head['hair'], 'alpha' | 'red' | 'green' | 'blue'> & {
    /** What shares are shares of: a matte's are told by sRGB levels, those of strands that are drawn by light. */
    mixed?: 'levels' | 'light'
    /** How far each pixel's own hair stays under the new one, in its colour, 0–1: nothing has to be filled there. */
    stays?: Float32Array
  }

/** Landmarks that expression moves little, by which two heads are laid on each other. */
const STABLE = [
  ...FACE.oval.slice(0, 12),
  ...FACE.oval.slice(-12),
  ...[FACE.leftEye, FACE.rightEye].flatMap(({ outer, inner }) => [outer, inner]),
  ...[FACE.noseTop, 9, 151],
] as const

/** The directions in which hairlines are compared, from the middle of the face: degrees from straight up. */
const RAYS = [-66, -52, -38, -26, -13, 0, 13, 26, 38, 52, 66]

/** A control point on the wearer, and how far from the similarity's place the reference has it. */
type Control = { at: Point; by: Point }

/**
 * Lays the hair of a reference on a head: a similarity by the faces, and a smooth warp that lays the outline of one
 * face and its hairline on the other's. Far from the face the warp fades.
 */
export function placeHair(wearer: Head, reference: Head): HairLayer {
  const similar = fitSimilarity(
    STABLE.map((i) => wearer.face.landmarks[i]!),
    STABLE.map((i) => reference.face.landmarks[i]!),
  )
  const controls = controlsOf(wearer, reference, similar)
  const reach = PLACED_HAIR_REACH * wearer.frame.faceWidth
  const map = (x: number, y: number): Point => {
    const { x: u, y: v } = similar({ x, y })
    // Inverse-distance weights (Shepard 1968), and one that stands for no change far away.
    let [sum, dx, dy] = [(PLACED_HAIR_FADES * wearer.frame.faceWidth) ** -4, 0, 0]
    for (const { at, by } of controls) {
      const far = (x - at.x) ** 2 + (y - at.y) ** 2 + reach * reach
      const weight = 1 / (far * far)
      sum += weight
      dx += weight * by.x
      dy += weight * by.y
    }
    return { x: u + dx / sum, y: v + dy / sum }
  }
  return sampleHair(reference, wearer.picture, map)
}

function controlsOf(wearer: Head, reference: Head, similar: (p: Point) => Point): Control[] {
  const control = (at: Point, to: Point): Control => {
    const from = similar(at)
    return { at, by: { x: to.x - from.x, y: to.y - from.y } }
  }
  const outline = FACE.oval.map((i) =>
    control(wearer.face.landmarks[i]!, reference.face.landmarks[i]!),
  )
  const lines = RAYS.flatMap((angle) => {
    const [own, other] = [hairlineAlong(wearer, angle), hairlineAlong(reference, angle)]
    // A fringe over the forehead is no hairline: it stays where it falls.
    if (own === undefined || other === undefined || other.isFringe) return []
    return [{ own, other, apart: Math.abs(own.far - other.far) }]
  })
  // Where they mostly lie apart, a few that do not would pull the hairline to points.
  const near = lines.filter(({ apart }) => apart <= SAME_HAIRLINE)
  if (near.length < PLACED_HAIR_MOSTLY * lines.length) return outline
  return [...outline, ...near.map(({ own, other }) => control(own.at, other.at))]
}

/** Samples a reference's hair where `map` says, averaging where it is reduced. */
function sampleHair(
  reference: Head,
  size: Picture,
  map: (x: number, y: number) => Point,
): HairLayer {
  const { width, height } = size
  const { hair } = reference
  const layer: HairLayer = {
    width,
    height,
    mixed: 'levels',
    alpha: new Float32Array(width * height),
    red: new Float32Array(width * height),
    green: new Float32Array(width * height),
    blue: new Float32Array(width * height),
  }
  const nodes = {
    width: Math.ceil(width / PLACED_HAIR_STEP) + 1,
    height: Math.ceil(height / PLACED_HAIR_STEP) + 1,
  }
  const [nodeX, nodeY] = mapNodes(nodes, map)
  const [first, beside] = [map(width / 2, height / 2), map(width / 2 + 1, height / 2)]
  const taps = Math.min(4, Math.max(1, Math.round(distance(beside, first))))
  const sum = new Float64Array(4)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      sum.fill(0)
      for (let tap = 0; tap < taps * taps; tap++) {
        const tx = (x + ((tap % taps) + 0.5) / taps - 0.5) / PLACED_HAIR_STEP
        const ty = (y + (Math.floor(tap / taps) + 0.5) / taps - 0.5) / PLACED_HAIR_STEP
        const fromX = sampleClamped(nodeX, nodes, tx, ty)
        addHair(hair, fromX, sampleClamped(nodeY, nodes, tx, ty), sum)
      }
      const share = sum[0]!
      if (share <= 0) continue
      layer.alpha[at] = share / (taps * taps)
      layer.red[at] = sum[1]! / share
      layer.green[at] = sum[2]! / share
      layer.blue[at] = sum[3]! / share
    }
  }
  return layer
}

/** Where a map takes pixels that lie {@link PLACED_HAIR_STEP} apart. */
function mapNodes(
  { width, height }: Size,
  map: (x: number, y: number) => Point,
): [Float64Array, Float64Array] {
  const [xs, ys] = [new Float64Array(width * height), new Float64Array(width * height)]
  for (let n = 0; n < xs.length; n++) {
    const { x, y } = map((n % width) * PLACED_HAIR_STEP, Math.floor(n / width) * PLACED_HAIR_STEP)
    xs[n] = x
    ys[n] = y
  }
  return [xs, ys]
}

/** Scratch: between which pixels of a reference a sample lies. */
const column = stopClamped(0, 1)
const row = stopClamped(0, 1)

/** Adds hair's share between four pixels, and its colours by their shares; nothing outside the picture. */
function addHair(hair: Head['hair'], x: number, y: number, sum: Float64Array): void {
  const { width, height, alpha } = hair
  if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) return
  stopClamped(x, width, column)
  stopClamped(y, height, row)
  const first = row.first * width
  const next = row.next * width
  if (
    alpha[first + column.first] === 0 &&
    alpha[first + column.next] === 0 &&
    alpha[next + column.first] === 0 &&
    alpha[next + column.next] === 0
  )
    return
  let [share, red, green, blue] = [0, 0, 0, 0]
  for (let n = 0; n < 4; n++) {
    const at = (n < 2 ? first : next) + (n & 1 ? column.next : column.first)
    const weight = stopShare(column, n & 1) * stopShare(row, n >> 1) * alpha[at]!
    share += weight
    red += weight * hair.red[at]!
    green += weight * hair.green[at]!
    blue += weight * hair.blue[at]!
  }
  sum[0] = sum[0]! + share
  sum[1] = sum[1]! + red
  sum[2] = sum[2]! + green
  sum[3] = sum[3]! + blue
}
