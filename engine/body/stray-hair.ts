import { blurAllWithin } from '../raster/blur.ts'
import { clampBox } from '../raster/crop.ts'
import { keepConnected } from '../raster/keep-connected.ts'
import { medianWithin } from '../raster/median-within.ts'
import type { Box, Mask, Picture, Point } from '../raster/picture.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { BODY, type Body } from '../vision/bodies/body.ts'

/** How far from the middle of the head hair may stand off, and how wide the background is looked at, in scales. */
const HEAD_RADIUS = 0.5
const BACKGROUND_SIGMA = 0.12

/** A mask below the first is background to learn from, above the second it is the head that tips hang on. */
const MASK = { background: 28, head: 200 } as const

/** Levels by which the background may differ from its own mean; on a busier one hair cannot be told from it. */
const MAX_BACKGROUND_NOISE = 9

/** Levels beyond the background's own unrest from which a pixel is partly and wholly hair. */
const HAIR_LEVELS = { from: 6, whole: 34 } as const

/** Hair that stands off is at most so much of the head's own disc; more is something behind it. */
const MAX_HAIR_SHARE = 0.5

/**
 * How much of each pixel is hair that stands off the head and that the person's mask left out, 0–255; all 0 where the
 * background around the head is not plain enough to tell.
 */
export function strayHair(
  picture: Picture,
  body: Body,
  protection: Uint8Array,
  scale: number,
): Uint8Array {
  const { width, height } = picture
  const tips = new Uint8Array(width * height)
  const head = headCentre(body)
  const reach = HEAD_RADIUS * scale
  const square = { left: head.x - reach, top: head.y - reach, width: 2 * reach, height: 2 * reach }
  const box = clampBox(square, picture)
  if (box.width < 8 || box.height < 8) return tips
  const own = maskIn(body.mask, box)
  const unlike = differenceFromBackground(picture, box, own, BACKGROUND_SIGMA * scale)
  if (!unlike) return tips
  const shoulders = Math.min(
    body.landmarks[BODY.leftShoulder]!.y,
    body.landmarks[BODY.rightShoulder]!.y,
  )
  const heads: number[] = []
  for (let i = 0; i < own.length; i++) {
    const x = box.left + (i % box.width)
    const y = box.top + Math.floor(i / box.width)
    const far = Math.hypot(x - head.x, y - head.y) / reach
    const near = y < shoulders ? 1 - smoothstep(0.85, 1, far) : 0
    unlike[i] = near * (1 - protection[y * width + x]! / 255) * unlike[i]!
    if (own[i]! > MASK.head && y < shoulders) heads.push(i)
    if (own[i]! > MASK.head) unlike[i] = 1
  }
  const hair = keepConnected(unlike, box.width, 0.15, heads)
  let added = 0
  for (let i = 0; i < hair.length; i++) {
    const more = Math.max(0, 255 * hair[i]! - own[i]!)
    added += more / 255
    if (more === 0) continue
    tips[(box.top + Math.floor(i / box.width)) * width + box.left + (i % box.width)] =
      255 * hair[i]!
  }
  return added > MAX_HAIR_SHARE * Math.PI * (reach / 2) ** 2 ? tips.fill(0) : tips
}

function headCentre({ landmarks }: Body): Point {
  const parts = (['nose', 'leftEar', 'rightEar', 'leftEye', 'rightEye'] as const).map(
    (name) => landmarks[BODY[name]]!,
  )
  const mean = (pick: (p: Point) => number) =>
    parts.reduce((sum, p) => sum + pick(p), 0) / parts.length
  return { x: mean((p) => p.x), y: mean((p) => p.y) }
}

function maskIn({ width, data }: Mask, box: Box): Uint8Array {
  const own = new Uint8Array(box.width * box.height)
  for (let y = 0; y < box.height; y++) {
    const from = (box.top + y) * width + box.left
    own.set(data.subarray(from, from + box.width), y * box.width)
  }
  return own
}

/** How unlike the background around it each place is, 0–1; undefined where that background is busy. */
function differenceFromBackground(
  { width, data }: Picture,
  box: Box,
  own: Uint8Array,
  sigma: number,
): Float32Array | undefined {
  const planes = [0, 1, 2].map((c) =>
    Float32Array.from(own, (_, i) => {
      const at = (box.top + Math.floor(i / box.width)) * width + box.left + (i % box.width)
      return data[4 * at + c]!
    }),
  )
  let weight = Float32Array.from(own, (value) => (value < MASK.background ? 1 : 0))
  const off = new Float32Array(own.length)
  for (let round = 0; round < 2; round++) {
    const means = blurAllWithin(planes, weight, box, sigma)
    for (let i = 0; i < off.length; i++) {
      off[i] = Math.max(...planes.map((plane, c) => Math.abs(plane[i]! - means[c]![i]!)))
    }
    weight = weight.map((value, i) => value * Math.exp(-((off[i]! / 20) ** 2)))
  }
  const background = Float32Array.from(own, (value) => (value < MASK.background ? 1 : 0))
  const unrest = medianWithin(off, background) / 0.6745
  if (unrest > MAX_BACKGROUND_NOISE) return undefined
  return off.map((value) =>
    smoothstep(2 * unrest + HAIR_LEVELS.from, 2 * unrest + HAIR_LEVELS.whole, value),
  )
}
