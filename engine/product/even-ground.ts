import { boxOfPixels } from '../geometry/bounding-box.ts'
import type { Size } from '../geometry/size.ts'
import { allocPlane, allocZeroPlane, withArena } from '../raster/arena.ts'
import { borderPixels } from '../raster/mask/border-pixels.ts'
import { findComponents } from '../raster/mask/find-components.ts'
import { keepConnected } from '../raster/mask/keep-connected.ts'
import { boxMean } from '../vision/mattes/box-mean.ts'
import { type Ground, groundAlongRow } from './plain-ground.ts'
import type { Levels } from './product.ts'
import {
  EVEN_GRAIN,
  EVEN_RIM,
  EVEN_WAY,
  EVEN_WAY_FULL,
  SLEEVE_GAP,
  SLEEVE_GAP_CLEAN,
  SLEEVE_WEDGE,
} from './tuning.ts'

/**
 * Which pixels show the ground of a product picture, 1 or 0, where it is even and white products lie on it: those that
 * have its very colour and are connected to the border by ways of some width. Cloth has its own shade, and seams and
 * edges close it; a cast shadow counts as product.
 */
export function evenGround(levels: Levels, ground: Ground, size: Size): Float32Array {
  const { width, height } = size
  const mask = allocZeroPlane(width * height)
  withArena(() => {
    const off = distanceFromGround(levels, ground, size)
    const own = allocPlane(off.length)
    const most = EVEN_GRAIN.own + EVEN_GRAIN.byNoise * ground.noise
    for (let i = 0; i < off.length; i++) own[i] = off[i]! <= most ? 1 : 0
    const way = Math.max(1, Math.round(EVEN_WAY * Math.max(width, height)))
    const reached = floodWide(own, size, way)
    const near = boxMean(reached, width, height, way, allocPlane(off.length))
    for (let i = 0; i < mask.length; i++) mask[i] = near[i]! > 1e-6 && own[i] === 1 ? 1 : 0
    const rims = Math.max(1, Math.round(EVEN_RIM * Math.max(width, height)))
    const gaps = openGaps(mask, off, size, EVEN_GRAIN.clean + ground.noise)
    openWedges(mask, own, gaps, size)
    for (let n = 0; n < rims; n++) growOver(mask, off, size, EVEN_GRAIN.edge + ground.noise)
  })
  return mask
}

/** By how many levels each pixel differs from the ground. */
function distanceFromGround(levels: Levels, ground: Ground, size: Size): Float32Array {
  const off = allocPlane(size.width * size.height)
  for (let y = 0; y < size.height; y++) {
    const own = off.subarray(y * size.width, (y + 1) * size.width)
    distanceInRow(levels, groundAlongRow(ground, size, y), y * size.width, own)
  }
  return off
}

function distanceInRow(
  { red, green, blue }: Levels,
  { fromR, byR, fromG, byG, fromB, byB }: ReturnType<typeof groundAlongRow>,
  start: number,
  off: Float32Array,
): void {
  for (let x = 0, at = start; x < off.length; x++, at++) {
    off[x] = Math.max(
      Math.abs(red[at]! - fromR - byR * x),
      Math.abs(green[at]! - fromG - byG * x),
      Math.abs(blue[at]! - fromB - byB * x),
    )
  }
}

/** The middles of the squares of ground that lie in a row from the border on. */
function floodWide(own: Float32Array, size: Size, way: number): Float32Array {
  const { width, height } = size
  const share = boxMean(own, width, height, way, allocPlane(own.length))
  const reached = keepConnected(share, width, EVEN_WAY_FULL, borderPixels(size))
  for (let at = 0; at < reached.length; at++) if (reached[at]! > 0) reached[at] = 1
  return reached
}

/**
 * Opens tall gaps, as between a sleeve and the body, whose lower end touches: they show the ground, and a cut leads
 * down from them to what is outside.
 */
function openGaps(mask: Float32Array, off: Float32Array, size: Size, most: number): number[] {
  const opened: number[] = []
  const { width, height } = size
  const clean = allocPlane(off.length)
  for (let at = 0; at < clean.length; at++) clean[at] = mask[at] === 0 && off[at]! <= most ? 1 : 0
  const open = boxMean(clean, width, height, 1, allocPlane(off.length))
  const limits = {
    low: SLEEVE_GAP_CLEAN,
    high: SLEEVE_GAP_CLEAN,
    share: 0,
    most: Number.POSITIVE_INFINITY,
  }
  for (const { pixels } of findComponents(open, width, limits)) {
    if (pixels.length < SLEEVE_GAP.least * off.length) continue
    const gap = boxOfPixels(pixels, width)
    if (gap.height < SLEEVE_GAP.tall * (pixels.length / gap.height)) continue
    for (const at of pixels) mask[at] = 1
    opened.push(...pixels)
    cutDown(
      mask,
      pixels.reduce((lowest, at) => Math.max(lowest, at)),
      size,
    )
  }
  return opened
}

/**
 * Opens the ends of gaps that were opened, which narrow towards the armpit and the cuff: between edges that near each
 * other a lossy file's ringing leaves no clean ground.
 */
function openWedges(
  mask: Float32Array,
  own: Float32Array,
  gaps: readonly number[],
  { width, height }: Size,
): void {
  if (gaps.length === 0) return
  const { way, full } = SLEEVE_WEDGE
  const share = boxMean(own, width, height, way, allocPlane(own.length))
  const reached = keepConnected(share, width, full, gaps)
  for (let at = 0; at < mask.length; at++) if (reached[at]! > 0) reached[at] = 1
  const near = boxMean(reached, width, height, way, allocPlane(own.length))
  for (let at = 0; at < mask.length; at++) if (near[at]! > 1e-6 && own[at] === 1) mask[at] = 1
}

/** Opens the way from the lower end of a gap to the ground below it, where one of the shortest leads there. */
function cutDown(mask: Float32Array, from: number, { width, height }: Size): void {
  const most = Math.round(SLEEVE_GAP.touch * height)
  const aside = Math.round(SLEEVE_GAP.aside * width)
  for (let down = 2; down < most; down++) {
    for (let by = -aside; by <= aside; by++) {
      const to = from + down * width + by
      if (to >= mask.length || mask[to] !== 1) continue
      for (let step = 0; step <= down; step++) {
        const at = from + step * width + Math.round((by * step) / down)
        mask.fill(1, at - 1, at + 2)
      }
      return
    }
  }
}

/** Grows the ground by a pixel where what is beside it differs no more than an edge's ringing. */
function growOver(mask: Float32Array, off: Float32Array, { width }: Size, most: number): void {
  const before = mask.slice()
  for (let at = width; at < mask.length - width; at++) {
    if (before[at] === 1 || off[at]! > most) continue
    const around = before[at - 1]! + before[at + 1]! + before[at - width]! + before[at + width]!
    if (around > 0) mask[at] = 1
  }
}
