import { type Box, clampBox } from '../geometry/box.ts'
import type { Point } from '../geometry/point.ts'
import { smoothstep } from '../geometry/smoothstep.ts'
import { blurAllWithin } from '../raster/filter/blur.ts'
import { robustDeviationWithin } from '../raster/filter/median-within.ts'
import { keepConnected } from '../raster/mask/keep-connected.ts'
import type { Picture } from '../raster/picture.ts'
import { cropMask } from '../raster/pixels/crop.ts'
import { BODY, type Body } from '../vision/bodies/body.ts'
import {
  HAIR_FADES,
  HAIR_LEVELS,
  MAX_BACKGROUND_NOISE,
  MAX_HAIR_SHARE,
  MIN_CONNECTED,
  STRAY_HAIR_BACKGROUND_SIGMA,
  STRAY_HAIR_HEAD_RADIUS,
  STRAY_HAIR_MASK,
} from './tuning.ts'

/**
 * A matte of the hair that stands off the head and that the person mask left out: what differs from a plain background
 * around the head, is connected to it and lies above the shoulders.
 * @param protection 255 where somebody else is, as large as the picture
 * @param scale of the body: pixels from shoulders to hips
 * @returns 0-255 for each pixel of the picture; all 0 where the background is too busy to tell
 */
export function strayHair(
  picture: Picture,
  body: Body,
  protection: Uint8Array,
  scale: number,
): Uint8Array {
  const { width, height } = picture
  const matte = new Uint8Array(width * height)
  const head = headCentre(body)
  const reach = STRAY_HAIR_HEAD_RADIUS * scale
  const square = { left: head.x - reach, top: head.y - reach, width: 2 * reach, height: 2 * reach }
  const box = clampBox(square, picture)
  if (box.width < 8 || box.height < 8) return matte
  const own = cropMask(body.mask, box).data
  const hairLike = differenceFromBackground(picture, box, own, STRAY_HAIR_BACKGROUND_SIGMA * scale)
  if (!hairLike) return matte
  const shoulders = Math.min(
    body.landmarks[BODY.leftShoulder]!.y,
    body.landmarks[BODY.rightShoulder]!.y,
  )
  const seeds: number[] = []
  for (let i = 0; i < own.length; i++) {
    const x = box.left + (i % box.width)
    const y = box.top + Math.floor(i / box.width)
    const distance = Math.hypot(x - head.x, y - head.y) / reach
    const near = y < shoulders ? 1 - smoothstep(HAIR_FADES, 1, distance) : 0
    hairLike[i] = near * (1 - protection[y * width + x]! / 255) * hairLike[i]!
    if (own[i]! > STRAY_HAIR_MASK.head && y < shoulders) seeds.push(i)
    if (own[i]! > STRAY_HAIR_MASK.head) hairLike[i] = 1
  }
  const hair = keepConnected(hairLike, box.width, MIN_CONNECTED, seeds)
  let area = 0
  for (let i = 0; i < hair.length; i++) {
    const added = Math.max(0, 255 * hair[i]! - own[i]!)
    area += added / 255
    if (added === 0) continue
    matte[(box.top + Math.floor(i / box.width)) * width + box.left + (i % box.width)] =
      255 * hair[i]!
  }
  return area > MAX_HAIR_SHARE * Math.PI * (reach / 2) ** 2 ? matte.fill(0) : matte
}

function headCentre({ landmarks }: Body): Point {
  const parts = (['nose', 'leftEar', 'rightEar', 'leftEye', 'rightEye'] as const).map(
    (name) => landmarks[BODY[name]]!,
  )
  const mean = (pick: (p: Point) => number) =>
    parts.reduce((sum, p) => sum + pick(p), 0) / parts.length
  return { x: mean((p) => p.x), y: mean((p) => p.y) }
}

/**
 * How much each pixel of a box differs from the background blurred around it, 0-1. The blur runs twice; the second time
 * pixels that differ weigh less, so that hair does not tint it. Undefined where the background is too busy.
 * @param own the person mask in the box
 * @param sigma of the blur, pixels
 */
function differenceFromBackground(
  { width, data }: Picture,
  box: Box,
  own: Uint8Array,
  sigma: number,
): Float32Array | undefined {
  const planes = [0, 1, 2].map((c) => {
    const plane = new Float32Array(own.length)
    for (let y = 0; y < box.height; y++) {
      const start = (box.top + y) * width + box.left
      readChannel(data, 4 * start + c, plane.subarray(y * box.width, (y + 1) * box.width))
    }
    return plane
  })
  const background = new Float32Array(own.length)
  for (let i = 0; i < own.length; i++) if (own[i]! < STRAY_HAIR_MASK.background) background[i] = 1
  let weight = background
  const difference = new Float32Array(own.length)
  for (let round = 0; round < 2; round++) {
    const means = blurAllWithin(planes, weight, box, sigma)
    for (let i = 0; i < difference.length; i++) {
      let most = 0
      for (let c = 0; c < 3; c++) most = Math.max(most, Math.abs(planes[c]![i]! - means[c]![i]!))
      difference[i] = most
    }
    weight = weight.map((value, i) => value * Math.exp(-((difference[i]! / 20) ** 2)))
  }
  const noise = robustDeviationWithin(difference, background)
  if (noise > MAX_BACKGROUND_NOISE) return undefined
  const [from, full] = [2 * noise + HAIR_LEVELS.from, 2 * noise + HAIR_LEVELS.full]
  return difference.map((value) => smoothstep(from, full, value))
}

function readChannel(pixels: Uint8ClampedArray, start: number, plane: Float32Array): void {
  for (let x = 0, i = start; x < plane.length; x++, i += 4) plane[x] = pixels[i]!
}
