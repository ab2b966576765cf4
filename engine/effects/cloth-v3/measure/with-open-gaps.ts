import { boxOfPoints } from '../../../geometry/bounding-box.ts'
import { type Box, clampBox, growBox } from '../../../geometry/box.ts'
import { type Point, pointBetween } from '../../../geometry/point.ts'
import { findComponents } from '../../../raster/mask/find-components.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { shrinkMask } from '../../../raster/mask/shrink-mask.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import type { ByRegion } from '../../../regions/region-names.ts'
import { BODY_REACH, IN_MASK, LOOSE_CLOTH_FINGERS, OPEN_GAPS } from '../tuning.ts'
import { pixelToTorso, type TorsoAxes, torsoToPixel } from './torso-axes.ts'

type Person = { mask: Mask; arms: readonly (readonly [Point, Point, Point])[]; torso: TorsoAxes }

/**
 * A person's mask and regions without the wall that shows between an arm and the trunk: in such a narrow gap masks fade
 * and do not end, and the wall passes for a top, which is put on there, and taken away, with it. Where a mask is not
 * sure and the picture has the wall's colour, it is wall, and so is what hangs together with it and has the same one.
 * Where that runs on into trunk or arm, they have the wall's colour, and all stays as it is.
 */
export function withOpenGaps(
  picture: Picture,
  regions: ByRegion<Mask>,
  { mask, arms, torso }: Person,
): { mask: Mask; regions: ByRegion<Mask>; gaps: Uint8Array } {
  const found = arms.flatMap((arm, n) => gapsBeside(picture, mask, arm, n === 0 ? -1 : 1, torso))
  const gaps = new Uint8Array(mask.data.length)
  if (found.length === 0) return { mask, regions, gaps }
  for (const at of found) gaps[at] = 1
  const clear = (plane: Mask): Mask => {
    const data = plane.data.slice()
    for (const at of found) data[at] = 0
    return { ...plane, data }
  }
  return {
    gaps,
    mask: clear(mask),
    regions: {
      ...regions,
      'upper-garment': clear(regions['upper-garment']),
      'lower-garment': clear(regions['lower-garment']),
      'body-skin': clear(regions['body-skin']),
    },
  }
}

/** The pixels of the wall between an arm and the trunk. */
function gapsBeside(
  picture: Picture,
  mask: Mask,
  arm: readonly [Point, Point, Point],
  side: -1 | 1,
  torso: TorsoAxes,
): number[] {
  const { shoulders } = torso
  const [shoulder, elbow, wrist] = arm
  const line = [shoulder, elbow, wrist, pointBetween(elbow, wrist, LOOSE_CLOTH_FINGERS)]
  const across = ({ x, y }: Point, u: number): Point => ({
    x: x + side * u * torso.right.x,
    y: y + side * u * torso.right.y,
  })
  const trunk = [0, torso.length].map((v) => torsoToPixel(torso, 0, v))
  const edges = [
    ...trunk.map((point) => across(point, BODY_REACH.least * shoulders)),
    ...line.map((point) => across(point, OPEN_GAPS.wall * shoulders)),
  ]
  const box = clampBox(growBox(boxOfPoints([...line, ...edges]), 1), picture)
  const places = placesIn(box, picture)
  const zone = zonesOf(line, side, torso, box)
  const walls = wallByRow(picture, mask, box, places, zone, Math.round(OPEN_GAPS.rows * shoulders))
  const seeds = seedsIn(picture, mask, box, places, zone, walls)
  const sum = [0, 0, 0]
  let count = 0
  for (let i = 0; i < seeds.length; i++) {
    if (seeds[i] === 0) continue
    count++
    const [at, wall] = [4 * places[i]!, 3 * Math.floor(i / box.width)]
    for (let c = 0; c < 3; c++) sum[c] = sum[c]! + picture.data[at + c]! - walls[wall + c]!
  }
  if (count === 0) return []
  const off = sum.map((value) => value / count)
  const alike = new Uint8Array(places.length)
  for (let i = 0; i < places.length; i++) {
    if (zone[i] !== 1) continue
    const [at, wall] = [4 * places[i]!, 3 * Math.floor(i / box.width)]
    let isAlike: 0 | 1 = 1
    for (let c = 0; c < 3; c++) {
      const by = picture.data[at + c]! - walls[wall + c]! - off[c]!
      if (!(Math.abs(by) < OPEN_GAPS.alike)) isAlike = 0
    }
    alike[i] = isAlike
  }
  // Without specks, and without the grain in what is left.
  const whole = growMask(shrinkMask(alike, box, 1), box, 2)
  const even = new Float32Array(shrinkMask(whole, box, 1))
  const outside = new Uint8Array(zone.length)
  for (let i = 0; i < zone.length; i++) {
    if (zone[i] === 1) continue
    outside[i] = 1
    even[i] = 0
  }
  const border = growMask(outside, box, 1)
  const least = OPEN_GAPS.least * shoulders ** 2
  // What ends at the open wall is the shaded side of what is worn, which may have the wall's colour.
  const isBesideArm = (pixels: readonly number[]): boolean => {
    const outer = new Map<number, number>()
    for (const i of pixels) {
      const [x, y] = [i % box.width, Math.floor(i / box.width)]
      const last = outer.get(y)
      if (last === undefined || side * (x - last) > 0) outer.set(y, x)
    }
    const reach = Math.ceil(OPEN_GAPS.arm * shoulders)
    const rows = [...outer].filter(([y, x]) => {
      const to = x + side * reach
      return to >= 0 && to < box.width && mask.data[places[y * box.width + to]!]! >= IN_MASK
    })
    return 2 * rows.length >= outer.size
  }
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  return findComponents(even, box.width, limits).flatMap(({ pixels }) => {
    const sure = pixels.reduce((all, i) => all + seeds[i]!, 0)
    const isGap = sure > OPEN_GAPS.share * pixels.length && pixels.length >= least
    if (!isGap || pixels.some((i) => border[i]) || !isBesideArm(pixels)) return []
    return pixels.map((i) => places[i]!)
  })
}

/** 1 where a mask is not sure and the wall shows, which often lies in the shade of the arm there. */
function seedsIn(
  { data }: Picture,
  mask: Mask,
  { width }: Box,
  places: Int32Array,
  zone: Uint8Array,
  walls: Float64Array,
): Uint8Array {
  const { unsure, darker, seed } = OPEN_GAPS
  const seeds = new Uint8Array(places.length)
  for (let i = 0; i < places.length; i++) {
    const at = places[i]!
    if (zone[i] !== 1 || mask.data[at]! > unsure) continue
    const wall = 3 * Math.floor(i / width)
    const red = data[4 * at]! - walls[wall]!
    const green = data[4 * at + 1]! - walls[wall + 1]!
    const blue = data[4 * at + 2]! - walls[wall + 2]!
    const mean = (red + green + blue) / 3
    const hue = Math.max(Math.abs(red - mean), Math.abs(green - mean), Math.abs(blue - mean))
    if (mean > -darker && mean < seed && hue < seed) seeds[i] = 1
  }
  return seeds
}

/** By pixel of a box 1 between the trunk and the bones of an arm, 2 beyond the arm, and 0 elsewhere. */
function zonesOf(
  line: readonly Point[],
  side: -1 | 1,
  torso: TorsoAxes,
  { left, top, width, height }: Box,
): Uint8Array {
  const { origin, right, down, shoulders } = torso
  const bones = line.map((point) => pixelToTorso(torso, point))
  const [inner, above, wall] = [
    BODY_REACH.least * shoulders,
    OPEN_GAPS.below * shoulders,
    OPEN_GAPS.wall * shoulders,
  ]
  const zone = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const dy = top + y - origin.y
    for (let x = 0; x < width; x++, i++) {
      const dx = left + x - origin.x
      const out = side * (dx * right.x + dy * right.y)
      if (out <= inner) continue
      const v = dx * down.x + dy * down.y
      const bone = v < above ? undefined : boneAt(bones, v)
      if (bone === undefined) continue
      const beyond = out - side * bone
      if (beyond < wall) zone[i] = beyond > 0 ? 2 : 1
    }
  }
  return zone
}

/** How far out the bones of an arm lie at a height; undefined above and below it. */
function boneAt(bones: readonly { u: number; v: number }[], v: number): number | undefined {
  for (let n = 1; n < bones.length; n++) {
    const [a, b] = [bones[n - 1]!, bones[n]!]
    if (v < Math.min(a.v, b.v) || v > Math.max(a.v, b.v) || a.v === b.v) continue
    return a.u + ((v - a.v) * (b.u - a.u)) / (b.v - a.v)
  }
  return undefined
}

/** The mean colour of the wall beyond an arm by row of a box, over some rows; not a number where none shows. */
function wallByRow(
  picture: Picture,
  mask: Mask,
  box: Box,
  places: Int32Array,
  zone: Uint8Array,
  rows: number,
): Float64Array {
  const sums = new Float64Array(4 * (box.height + 1))
  for (let y = 0, i = 0; y < box.height; y++) {
    const to = 4 * (y + 1)
    for (let c = 0; c < 4; c++) sums[to + c] = sums[to - 4 + c]!
    for (let x = 0; x < box.width; x++, i++) {
      const at = places[i]!
      if (zone[i] !== 2 || mask.data[at]! > 0) continue
      for (let c = 0; c < 3; c++) sums[to + c]! += picture.data[4 * at + c]!
      sums[to + 3]! += 1
    }
  }
  const walls = new Float64Array(3 * box.height)
  for (let y = 0; y < box.height; y++) {
    const [from, end] = [4 * Math.max(0, y - rows), 4 * Math.min(box.height, y + rows + 1)]
    const count = sums[end + 3]! - sums[from + 3]!
    for (let c = 0; c < 3; c++) walls[3 * y + c] = (sums[end + c]! - sums[from + c]!) / count
  }
  return walls
}
