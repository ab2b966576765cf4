import { interpolateHarmonically } from '../../generate/interpolate-harmonically.ts'
import { clampBox } from '../../raster/crop.ts'
import type { Box, Size } from '../../raster/picture.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import type { Homography } from '../../video/motion/homography.ts'
import { type Frame, planesOf } from '../../video/video-info.ts'
import { CHANNELS, MADE_UP, type Plate, plateLayout, scaledBox, UNKNOWN } from './collect-plates.ts'
import { type CutMask, grownMask } from './cut-mask.ts'
import { addGrain, grainOf } from './grain.ts'
import { mapPixels, sampleCubic } from './warp-plane.ts'

/** A plate as one frame uses it. */
export type UsedPlate = { plate: Plate; share: number; map: Homography }

/** Pixels of the small frames around a hole by which light is compared. */
const RING = 5

/** Beside a hole only every so manyth row is looked at. */
const RING_STEP = 4

/** Pixels of a side of the cells on which light is compared, and those of one that are enough. */
const CELL = 8
const LEAST_PIXELS = 5

/** Levels by which a pixel beside a hole may differ from its plate; what differs more is something else. */
const MOST_APART = 20

/** What made up background counts beside what was seen. */
const MADE_UP_SHARE = 0.02

/** A plane of what stands behind the object around a hole. */
type Behind = { width: number; height: number; levels: Float32Array; trust: Float32Array }

/**
 * Fills the hole of a frame from plates, in place: each pixel is the background as the plates have it, moved to the
 * light that is around the hole in this frame, with its grain. Nothing but the hole and its soft edge changes.
 * @param grain the grain of the frames before
 * @returns the grain of this one, in levels
 */
export function fillFrame(
  frame: Frame,
  hole: CutMask,
  plates: readonly UsedPlate[],
  small: Size,
  index: number,
  grain: number | undefined,
): number {
  const ring = { ...grow(hole, RING) }
  const box = clampBox(scaledBox(ring, small, frame), frame)
  if (box.width < 2 || box.height < 2) return grain ?? 0
  const even = { ...box, width: box.width & ~1, height: box.height & ~1 }
  const weight = weightsOf(hole, even, small, frame)
  const behind = CHANNELS.map((channel) => behindOf(even, plates, channel, frame.width, weight))
  fillUnknown(frame, even, weight, behind)
  const light = lightOf(frame, even, weight, behind)
  const own = grainOf(frame, even, weight, behind[0]!.levels)
  const kept = grain === undefined ? own : grain + 0.1 * (own - grain)
  const planes = planesOf(frame)
  for (const [nth, channel] of CHANNELS.entries()) {
    const by = channel === 'y' ? 1 : 2
    const { levels, width, height } = behind[nth]!
    if (channel === 'y') addGrain(levels, width, kept, index)
    const plane = planes[channel]
    for (let y = 0, at = 0; y < height; y++) {
      const row = (even.top / by + y) * (frame.width / by) + even.left / by
      for (let x = 0; x < width; x++, at++) {
        const share = weight[by * y * even.width + by * x]!
        if (share === 0) continue
        const level = levels[at]! + light(nth, by * (x + 0.5), by * (y + 0.5))
        const was = plane[row + x]!
        plane[row + x] = Math.min(255, Math.max(0, Math.round(was + share * (level - was))))
      }
    }
  }
  return kept
}

function grow({ left, top, width, height }: Box, by: number): Box {
  return { left: left - by, top: top - by, width: width + 2 * by, height: height + 2 * by }
}

/** How much of each pixel is filled, 0–1: the hole with a soft edge that lies outside it. */
function weightsOf(hole: CutMask, box: Box, small: Size, frame: Size): Float32Array {
  const wide = grownMask(hole, 1, 1)
  const sums = new Float32Array(wide.data.length)
  const at = (x: number, y: number): number => {
    const [column, row] = [x - hole.left, y - hole.top]
    const isIn = column >= 0 && row >= 0 && column < hole.width && row < hole.height
    return isIn && hole.data[row * hole.width + column]! > 0 ? 1 : 0
  }
  for (let y = 0, n = 0; y < wide.height; y++) {
    for (let x = 0; x < wide.width; x++, n++) {
      const [px, py] = [wide.left + x, wide.top + y]
      let sum = 0
      for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) sum += at(px + dx, py + dy)
      sums[n] = at(px, py) ? 1 : sum / 9
    }
  }
  const out = new Float32Array(box.width * box.height)
  const scale = small.width / frame.width
  for (let y = 0, n = 0; y < box.height; y++) {
    const v = (box.top + y + 0.5) * scale - 0.5 - wide.top
    for (let x = 0; x < box.width; x++, n++) {
      const u = (box.left + x + 0.5) * scale - 0.5 - wide.left
      out[n] = smoothstep(0.05, 0.9, bilinear(sums, wide, u, v))
    }
  }
  return out
}

/** Between pixels; 0 outside. */
function bilinear(plane: Float32Array, { width, height }: Size, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const value = (column: number, row: number): number =>
    column < 0 || row < 0 || column >= width || row >= height ? 0 : plane[row * width + column]!
  const [fx, fy] = [x - left, y - top]
  const upper = value(left, top) * (1 - fx) + value(left + 1, top) * fx
  const lower = value(left, top + 1) * (1 - fx) + value(left + 1, top + 1) * fx
  return upper + (lower - upper) * fy
}

function behindOf(
  box: Box,
  plates: readonly UsedPlate[],
  channel: (typeof CHANNELS)[number],
  frameWidth: number,
  weight: Float32Array,
): Behind {
  const part = plateLayout(box, channel, frameWidth)
  const count = part.width * part.height
  const by = channel === 'y' ? 1 : 2
  const wanted = new Uint8Array(count)
  for (let y = 0, at = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++, at++) {
      if ((by * y) % RING_STEP === 0 || weight[by * (y * box.width + x)]! > 0) wanted[at] = 1
    }
  }
  const levels = new Float32Array(count)
  const trust = new Float32Array(count)
  for (const { plate, share, map } of plates) {
    const layout = plateLayout(plate.box, channel, frameWidth)
    const from = { ...layout, data: plate.planes[channel] }
    const isMapped = Math.max(0.001, share)
    mapPixels(
      part,
      map,
      layout,
      (pixel, x, y) => {
        const [column, row] = [Math.round(by * x), Math.round(by * y)]
        if (column < 0 || row < 0 || column >= plate.box.width || row >= plate.box.height) return
        const known = plate.known[row * plate.box.width + column]!
        if (known === UNKNOWN) return
        const counts = isMapped * (known === MADE_UP ? MADE_UP_SHARE : 1)
        levels[pixel] = levels[pixel]! + counts * sampleCubic(from, x, y)
        trust[pixel] = trust[pixel]! + counts
      },
      wanted,
    )
  }
  for (let pixel = 0; pixel < count; pixel++) {
    if (trust[pixel]! > 0) levels[pixel] = levels[pixel]! / trust[pixel]!
  }
  return { width: part.width, height: part.height, levels, trust }
}

/** Pixels of a hole that no plate has, which lie beside the frame for the anchors, continue what is around them. */
function fillUnknown(
  frame: Frame,
  box: Box,
  weight: Float32Array,
  behind: readonly Behind[],
): void {
  const isMissing = (n: number): boolean => weight[n]! > 0 && behind[0]!.trust[n] === 0
  if (!weight.some((_, n) => isMissing(n))) return
  const planes = planesOf(frame)
  const level = interpolated(box, (nth, x, y) => {
    const by = nth === 0 ? 1 : 2
    const n = y * box.width + x
    const { levels, trust, width } = behind[nth]!
    const at = ((y / by) >> 0) * width + ((x / by) >> 0)
    if (weight[n]! > 0) return trust[at]! > 0 ? levels[at]! : undefined
    const row = Math.floor((box.top + y) / by) * (frame.width / by)
    return planes[CHANNELS[nth]!][row + Math.floor((box.left + x) / by)]!
  })
  for (const [nth, { levels, trust, width }] of behind.entries()) {
    const by = nth === 0 ? 1 : 2
    for (let at = 0; at < levels.length; at++) {
      if (trust[at]! > 0) continue
      levels[at] = level(nth, by * ((at % width) + 0.5), by * (Math.floor(at / width) + 0.5))
    }
  }
}

/**
 * What is added to the background in a hole so that it has the light of this frame: what is missing around the hole,
 * as a membrane over it (Pérez et al. 2003).
 */
function lightOf(frame: Frame, box: Box, weight: Float32Array, behind: readonly Behind[]) {
  const planes = planesOf(frame)
  return interpolated(
    box,
    (nth, x, y) => {
      const by = nth === 0 ? 1 : 2
      if (weight[y * box.width + x]! > 0) return undefined
      const { levels, trust, width } = behind[nth]!
      const at = Math.floor(y / by) * width + Math.floor(x / by)
      if (trust[at] === 0) return undefined
      const row = Math.floor((box.top + y) / by) * (frame.width / by)
      const apart = planes[CHANNELS[nth]!][row + Math.floor((box.left + x) / by)]! - levels[at]!
      return Math.abs(apart) > MOST_APART ? undefined : apart
    },
    RING_STEP,
  )
}

/** A smooth function of a place in a box through the means of known values, for each of the three planes. */
function interpolated(
  box: Box,
  value: (nth: number, x: number, y: number) => number | undefined,
  step = 1,
): (nth: number, x: number, y: number) => number {
  const cols = Math.ceil(box.width / CELL)
  const rows = Math.ceil(box.height / CELL)
  const sums = new Float32Array(3 * cols * rows)
  const counts = new Float32Array(cols * rows)
  for (let y = 0; y < box.height; y += step) {
    for (let x = 0; x < box.width; x++) {
      const [first, second, third] = [value(0, x, y), value(1, x, y), value(2, x, y)]
      if (first === undefined || second === undefined || third === undefined) continue
      const cell = Math.floor(y / CELL) * cols + Math.floor(x / CELL)
      sums[3 * cell] = sums[3 * cell]! + first
      sums[3 * cell + 1] = sums[3 * cell + 1]! + second
      sums[3 * cell + 2] = sums[3 * cell + 2]! + third
      counts[cell] = counts[cell]! + 1
    }
  }
  for (let cell = 0; cell < counts.length; cell++) {
    if (counts[cell]! >= LEAST_PIXELS) continue
    counts[cell] = 0
    sums.fill(0, 3 * cell, 3 * cell + 3)
  }
  const values = interpolateHarmonically(sums, counts, cols, rows)
  return (nth, x, y) => {
    const u = Math.min(cols - 1, Math.max(0, x / CELL - 0.5))
    const v = Math.min(rows - 1, Math.max(0, y / CELL - 0.5))
    const [left, top] = [Math.floor(u), Math.floor(v)]
    const [right, bottom] = [Math.min(cols - 1, left + 1), Math.min(rows - 1, top + 1)]
    const at = (column: number, row: number): number => values[3 * (row * cols + column) + nth]!
    const upper = at(left, top) * (1 - u + left) + at(right, top) * (u - left)
    const lower = at(left, bottom) * (1 - u + left) + at(right, bottom) * (u - left)
    return upper + (lower - upper) * (v - top)
  }
}
