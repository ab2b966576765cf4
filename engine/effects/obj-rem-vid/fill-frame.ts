import { type Box, clampBox, growBox } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import type { Homography } from '../../video/motion/homography.ts'
import { type Frame, planesOf } from '../../video/video-info.ts'
import { CHANNELS, MADE_UP, type Plate, plateLayout, scaledBox, UNKNOWN } from './collect-plates.ts'
import type { CutMask } from './cut-mask.ts'
import { addGrain, grainOf } from './grain.ts'
import { type BetweenCells, smoothBetweenCells } from './smooth-between-cells.ts'
import { softenHole } from './soften-hole.ts'
import {
  FRAME_MOST_APART,
  FRAME_RING,
  GRAIN_RATE,
  LEAST_OF_PLATE,
  MADE_UP_SHARE,
  RING_STEP,
} from './tuning.ts'
import { mapRow, newRowPlaces, sampleCubic } from './warp-plane.ts'

/** A plate as one frame uses it. */
export type UsedPlate = { plate: Plate; share: number; map: Homography }

/** A plane of what stands behind the object around a hole. */
type Behind = { width: number; height: number; levels: Float32Array; trust: Float32Array }

/** Planes that are used again for every frame, because new ones would keep the garbage collector busy. */
type Scratch = { zeros(use: string, length: number): Float32Array }

/**
 * Fills the hole of a frame of a video, in place.
 * @returns the share of what was seen around the hole that differs from its plates, 0–1
 */
export type FrameFiller = (
  frame: Frame,
  hole: CutMask,
  plates: readonly UsedPlate[],
  index: number,
) => number

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
    const box = clampBox(scaledBox(growBox(hole, FRAME_RING), small, frame), frame)
    if (box.width < 2 || box.height < 2) return 0
    const even = { ...box, width: box.width & ~1, height: box.height & ~1 }
    const weight = softenHole(
      hole,
      even,
      small,
      frame,
      scratch.zeros('weight', even.width * even.height),
    )
    const behind = CHANNELS.map((channel) =>
      behindOf(even, plates, channel, frame.width, weight, scratch),
    )
    fillUnknown(frame, even, weight, behind)
    const light = lightOf(frame, even, weight, behind)
    const own = grainOf(frame, even, weight, behind[0]!.levels)
    grain = grain === undefined ? own : grain + GRAIN_RATE * (own - grain)
    const apart = apartAround(frame, even, weight, behind, light)
    addGrain(behind[0]!.levels, even.width, grain, index)
    mix(frame, even, weight, behind, light)
    return apart
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

/** The share of the pixels beside a hole that are something else than their plates have, where these saw anything. */
function apartAround(
  frame: Frame,
  box: Box,
  weight: Float32Array,
  behind: readonly Behind[],
  light: BetweenCells,
): number {
  const { levels, trust } = behind[0]!
  const { y: luma } = planesOf(frame)
  let [compared, apart] = [0, 0]
  for (let y = 0; y < box.height; y += RING_STEP) {
    const row = (box.top + y) * frame.width + box.left
    const lightAt = light(0, y + 0.5)
    for (let x = 0, at = y * box.width; x < box.width; x++, at++) {
      if (weight[at]! > 0 || trust[at]! <= MADE_UP_SHARE) continue
      compared++
      if (Math.abs(luma[row + x]! - levels[at]! - lightAt(x + 0.5)) > FRAME_MOST_APART) apart++
    }
  }
  return compared === 0 ? 0 : apart / compared
}

function mix(
  frame: Frame,
  box: Box,
  weight: Float32Array,
  behind: readonly Behind[],
  light: BetweenCells,
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
    const own = Math.max(LEAST_OF_PLATE, share)
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
  const level = smoothBetweenCells(box, (nth, x, y) => {
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
): BetweenCells {
  const planes = planesOf(frame)
  return smoothBetweenCells(
    box,
    (nth, x, y) => {
      const by = nth === 0 ? 1 : 2
      if (weight[y * box.width + x]! > 0) return undefined
      const { levels, trust, width } = behind[nth]!
      const at = Math.floor(y / by) * width + Math.floor(x / by)
      if (trust[at] === 0) return undefined
      const row = Math.floor((box.top + y) / by) * (frame.width / by)
      const apart = planes[CHANNELS[nth]!][row + Math.floor((box.left + x) / by)]! - levels[at]!
      return Math.abs(apart) > FRAME_MOST_APART ? undefined : apart
    },
    RING_STEP,
  )
}
