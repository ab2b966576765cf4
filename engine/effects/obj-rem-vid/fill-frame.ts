import { interpolateHarmonically } from '../../generate/interpolate-harmonically.ts'
import { clampBox } from '../../raster/crop.ts'
import type { Box, Size } from '../../raster/picture.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import type { Homography } from '../../video/motion/homography.ts'
import { type Frame, planesOf } from '../../video/video-info.ts'
import { CHANNELS, MADE_UP, type Plate, plateLayout, scaledBox, UNKNOWN } from './collect-plates.ts'
import type { CutMask } from './cut-mask.ts'
import { addGrain, grainOf } from './grain.ts'
import { mapRow, newRowPlaces, sampleCubic } from './warp-plane.ts'

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

/** How fast the grain that is added follows that of the frames. */
const GRAIN_RATE = 0.1

/** A plane of what stands behind the object around a hole. */
type Behind = { width: number; height: number; levels: Float32Array; trust: Float32Array }

/** Planes that are used again for every frame, because new ones would keep the garbage collector busy. */
type Scratch = { zeros(use: string, length: number): Float32Array }

/** Fills the hole of a frame of a video, in place. */
export type FrameFiller = (
  frame: Frame,
  hole: CutMask,
  plates: readonly UsedPlate[],
  index: number,
) => void

/**
 * Fills holes of the frames of a video from plates: each pixel is the background as the plates have it, moved to the
 * light that is around the hole in this frame, with its grain, which changes slowly from frame to frame. Nothing but
 * the hole and its soft edge changes.
 * @param small the size of the copies that holes are marked on
 */
export function openFrameFiller(small: Size): FrameFiller {
  const scratch = newScratch()
  let grain: number | undefined
  return (frame, hole, plates, index) => {
    const box = clampBox(scaledBox(grow(hole, RING), small, frame), frame)
    if (box.width < 2 || box.height < 2) return
    const even = { ...box, width: box.width & ~1, height: box.height & ~1 }
    const weight = weightsOf(hole, even, small, frame, scratch)
    const behind = CHANNELS.map((channel) =>
      behindOf(even, plates, channel, frame.width, weight, scratch),
    )
    fillUnknown(frame, even, weight, behind)
    const light = lightOf(frame, even, weight, behind)
    const own = grainOf(frame, even, weight, behind[0]!.levels)
    grain = grain === undefined ? own : grain + GRAIN_RATE * (own - grain)
    addGrain(behind[0]!.levels, even.width, grain, index)
    mix(frame, even, weight, behind, light)
  }
}

function newScratch(): Scratch {
  const planes = new Map<string, Float32Array>()
  return {
    zeros: (use, length) => {
      const known = planes.get(use)
      const plane = known && known.length >= length ? known : new Float32Array(length)
      planes.set(use, plane)
      return plane.subarray(0, length).fill(0)
    },
  }
}

function mix(
  frame: Frame,
  box: Box,
  weight: Float32Array,
  behind: readonly Behind[],
  light: Interpolated,
): void {
  const planes = planesOf(frame)
  for (const [nth, channel] of CHANNELS.entries()) {
    const by = channel === 'y' ? 1 : 2
    const { levels, width, height } = behind[nth]!
    const plane = planes[channel]
    for (let y = 0, at = 0; y < height; y++) {
      const row = (box.top / by + y) * (frame.width / by) + box.left / by
      const lightAt = light(nth, by * (y + 0.5))
      for (let x = 0; x < width; x++, at++) {
        const share = weight[by * y * box.width + by * x]!
        if (share === 0) continue
        const level = levels[at]! + lightAt(by * (x + 0.5))
        const was = plane[row + x]!
        plane[row + x] = Math.min(255, Math.max(0, Math.round(was + share * (level - was))))
      }
    }
  }
}

function grow({ left, top, width, height }: Box, by: number): Box {
  return { left: left - by, top: top - by, width: width + 2 * by, height: height + 2 * by }
}

/** How much of each pixel is filled, 0–1: the hole with a soft edge that lies outside it. */
function weightsOf(
  hole: CutMask,
  box: Box,
  small: Size,
  frame: Size,
  scratch: Scratch,
): Float32Array {
  const soft = softened(hole)
  const out = scratch.zeros('weight', box.width * box.height)
  const scale = small.width / frame.width
  const lefts = new Int32Array(box.width)
  const shares = new Float32Array(box.width)
  for (let x = 0; x < box.width; x++) {
    const u = within((box.left + x + 0.5) * scale - 0.5 - soft.left, soft.width)
    lefts[x] = Math.floor(u)
    shares[x] = u - lefts[x]!
  }
  const between = new Float32Array(soft.width)
  for (let y = 0, n = 0; y < box.height; y++) {
    const v = within((box.top + y + 0.5) * scale - 0.5 - soft.top, soft.height)
    const upper = Math.floor(v) * soft.width
    for (let x = 0; x < soft.width; x++) {
      const top = soft.data[upper + x]!
      between[x] = top + (soft.data[upper + soft.width + x]! - top) * (v - Math.floor(v))
    }
    for (let x = 0; x < box.width; x++, n++) {
      const left = between[lefts[x]!]!
      const share = left + (between[lefts[x]! + 1]! - left) * shares[x]!
      if (share > 0.05) out[n] = share < 0.9 ? smoothstep(0.05, 0.9, share) : 1
    }
  }
  return out
}

/** A place between the first and the last pixel of a side. */
function within(at: number, side: number): number {
  return Math.min(side - 1.001, Math.max(0, at))
}

/** 1 in a hole, and beside it its mean over three by three pixels; nothing at the border of the plane. */
function softened(hole: CutMask): Box & { data: Float32Array } {
  const { left, top, width, height } = grow(hole, 2)
  const inHole = new Uint8Array(width * height)
  for (let y = 0; y < hole.height; y++) {
    for (let x = 0; x < hole.width; x++) {
      if (hole.data[y * hole.width + x]! > 0) inHole[(y + 2) * width + x + 2] = 1
    }
  }
  const soft = new Float32Array(inHole.length)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, n = y * width + 1; x < width - 1; x++, n++) {
      if (inHole[n]) {
        soft[n] = 1
        continue
      }
      let sum = 0
      for (let at = n - width - 1; at <= n + width + 1; at += width) {
        sum += inHole[at]! + inHole[at + 1]! + inHole[at + 2]!
      }
      soft[n] = sum / 9
    }
  }
  return { left, top, width, height, data: soft }
}

function behindOf(
  box: Box,
  plates: readonly UsedPlate[],
  channel: (typeof CHANNELS)[number],
  frameWidth: number,
  weight: Float32Array,
  scratch: Scratch,
): Behind {
  const part = plateLayout(box, channel, frameWidth)
  const count = part.width * part.height
  const by = channel === 'y' ? 1 : 2
  const rows = rowsWithin(part, weight, by)
  const levels = scratch.zeros(`levels ${channel}`, count)
  const trust = scratch.zeros(`trust ${channel}`, count)
  const places = newRowPlaces(part.width)
  for (const { plate, share, map } of plates) {
    const layout = plateLayout(plate.box, channel, frameWidth)
    const from = { ...layout, data: plate.planes[channel] }
    const { width, height } = plate.box
    const own = Math.max(0.001, share)
    for (const [y, range] of rows.entries()) {
      mapRow(part, map, layout, y, range, places)
      for (let at = range.from, pixel = y * part.width + at; at < range.to; at++, pixel++) {
        const [x, down] = [places.x[at]!, places.y[at]!]
        const [column, row] = [Math.round(by * x), Math.round(by * down)]
        if (column < 0 || row < 0 || column >= width || row >= height) continue
        const known = plate.known[row * width + column]!
        if (known === UNKNOWN) continue
        const counts = known === MADE_UP ? own * MADE_UP_SHARE : own
        levels[pixel] = levels[pixel]! + counts * sampleCubic(from, x, down)
        trust[pixel] = trust[pixel]! + counts
      }
    }
  }
  for (let pixel = 0; pixel < count; pixel++) {
    if (trust[pixel]! > 0) levels[pixel] = levels[pixel]! / trust[pixel]!
  }
  return { width: part.width, height: part.height, levels, trust }
}

/** The part of each row that lies in a hole; every so manyth row is looked at wholly. */
function rowsWithin(
  { width, height }: Size,
  weight: Float32Array,
  by: number,
): { from: number; to: number }[] {
  return Array.from({ length: height }, (_, y) => {
    if ((by * y) % RING_STEP === 0) return { from: 0, to: width }
    const row = weight.subarray(by * y * by * width, (by * y + 1) * by * width)
    let [from, to] = [0, width]
    while (from < to && row[by * from] === 0) from++
    while (to > from && row[by * (to - 1)] === 0) to--
    return { from, to }
  })
}

/** Pixels of a hole that no plate has, which lie beside the frame for the anchors, continue what is around them. */
function fillUnknown(
  frame: Frame,
  box: Box,
  weight: Float32Array,
  behind: readonly Behind[],
): void {
  let isAny = false
  for (let n = 0; n < weight.length && !isAny; n++) {
    isAny = weight[n]! > 0 && behind[0]!.trust[n] === 0
  }
  if (!isAny) return
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
  for (const [nth, { levels, trust, width, height }] of behind.entries()) {
    const by = nth === 0 ? 1 : 2
    for (let y = 0, at = 0; y < height; y++) {
      const levelAt = level(nth, by * (y + 0.5))
      for (let x = 0; x < width; x++, at++) {
        if (trust[at] === 0) levels[at] = levelAt(by * (x + 0.5))
      }
    }
  }
}

/**
 * What is added to the background in a hole so that it has the light of this frame: what is missing around the hole,
 * as a membrane over it (Pérez et al. 2003).
 */
function lightOf(
  frame: Frame,
  box: Box,
  weight: Float32Array,
  behind: readonly Behind[],
): Interpolated {
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

/** Of a plane and a row, what is between the known values there. */
type Interpolated = (nth: number, y: number) => (x: number) => number

/** A smooth function of row and column of a box through the means of known values, for each of the three planes. */
function interpolated(
  box: Box,
  value: (nth: number, x: number, y: number) => number | undefined,
  step = 1,
): Interpolated {
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
  const row = new Float32Array(cols + 1)
  return (nth, y) => {
    const v = Math.min(rows - 1, Math.max(0, y / CELL - 0.5))
    const top = Math.floor(v)
    const bottom = Math.min(rows - 1, top + 1)
    for (let column = 0; column <= cols; column++) {
      const at = Math.min(cols - 1, column)
      const upper = values[3 * (top * cols + at) + nth]!
      row[column] = upper + (values[3 * (bottom * cols + at) + nth]! - upper) * (v - top)
    }
    return (x) => {
      const u = Math.min(cols - 1, Math.max(0, x / CELL - 0.5))
      const left = Math.floor(u)
      return row[left]! + (row[left + 1]! - row[left]!) * (u - left)
    }
  }
}
