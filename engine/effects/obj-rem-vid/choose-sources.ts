import type { Box } from '../../geometry/box.ts'
import { medianOrZero } from '../../geometry/quantile.ts'
import type { Size } from '../../geometry/size.ts'
import { applyTo, type Homography } from '../../video/motion/homography.ts'
import { type Frame, planesOf } from '../../video/video-info.ts'
import { type CutMask, maskAt } from './cut-mask.ts'
import type { PlatePlan, Source } from './plate-plan.ts'
import type { Registration } from './register-frames.ts'
import {
  GRAIN_FREE,
  MOST_SOURCES,
  SOURCES_ENOUGH,
  SOURCES_FARTHER,
  SOURCES_FRESH,
  SOURCES_MOST_APART,
  WORTH_ADDING,
} from './tuning.ts'

/**
 * The frames a plate is put together from: the nearest in time, and as many as it takes to see all of it.
 * @returns also how many of them show each pixel of the plate, as far as it is needed
 */
export function chooseSources(
  plate: PlatePlan,
  frames: readonly Frame[],
  doubtful: readonly (CutMask | undefined)[],
  cameras: readonly (Homography | undefined)[],
  registration: Registration,
): { sources: Source[]; counts: Uint8Array } {
  const { anchor, box, needed } = plate
  const { width, height } = frames[0]!
  const counts = new Uint8Array(needed.length)
  const total = needed.reduce((sum, is) => sum + is, 0)
  const sources: Source[] = []
  for (const at of candidates(anchor, cameras)) {
    if (sources.length >= MOST_SOURCES) break
    const guess = registration.chain(anchor, at)
    const gain = gainOf(plate, counts, guess, doubtful[at], { width, height }, false)
    const wanted =
      gain.fresh > Math.max(SOURCES_FRESH.cells, SOURCES_FRESH.share * total) ||
      gain.more > WORTH_ADDING * total
    const isBare =
      sources.length < GRAIN_FREE && counts.some((count, cell) => needed[cell] && count === 0)
    if (!wanted && sources.length > 0 && !isBare) continue
    const map = registration.direct(anchor, at, box)
    const light = lightBetween(
      box,
      map,
      frames[anchor]!,
      frames[at]!,
      doubtful[anchor],
      doubtful[at],
    )
    if (!light) continue
    sources.push({ at, map, light })
    gainOf(plate, counts, map, doubtful[at], { width, height }, true)
  }
  return { sources: sources.sort((one, other) => one.at - other.at), counts }
}

/** Frames in both directions, nearest first and ever farther apart, as far as no cut comes between. */
function candidates(anchor: number, cameras: readonly (Homography | undefined)[]): number[] {
  const found = [anchor]
  for (const step of [1, -1]) {
    let [at, next] = [anchor, 1]
    for (let away = 1; ; away++) {
      at += step
      if (!cameras[step === 1 ? at - 1 : at]) break
      if (away < next) continue
      found.push(at)
      next = Math.ceil(away * SOURCES_FARTHER) + 1
    }
  }
  return found.sort((one, other) => Math.abs(one - anchor) - Math.abs(other - anchor))
}

/** What a frame shows of what a plate needs: pixels nobody showed, and those of which there are too few samples. */
function gainOf(
  { box, needed }: PlatePlan,
  counts: Uint8Array,
  map: Homography,
  hidden: CutMask | undefined,
  { width, height }: Size,
  isTaken: boolean,
): { fresh: number; more: number } {
  const gain = { fresh: 0, more: 0 }
  const to = new Float64Array(2)
  for (let y = 0; y < box.height; y++) {
    for (let x = 0, at = y * box.width; x < box.width; x++, at++) {
      if (!needed[at] || counts[at]! >= SOURCES_ENOUGH) continue
      applyTo(map, (box.left + x + 0.5) / width, (box.top + y + 0.5) / width, to)
      const [column, row] = [Math.floor(to[0]! * width), Math.floor(to[1]! * width)]
      if (column < 1 || row < 1 || column >= width - 1 || row >= height - 1) continue
      if (hidden && maskAt(hidden, column, row) > 0) continue
      if (counts[at] === 0) gain.fresh++
      gain.more++
      if (isTaken) counts[at] = counts[at]! + 1
    }
  }
  return gain
}

/**
 * By how much the light of the anchor differs from that of another frame, where both show background; undefined where
 * they differ by more than light. Where they have nothing in common there, it is taken as equal.
 */
function lightBetween(
  box: Box,
  map: Homography,
  anchor: Frame,
  other: Frame,
  hiddenHere: CutMask | undefined,
  hiddenThere: CutMask | undefined,
): [number, number, number] | undefined {
  const { width, height } = anchor
  const here = planesOf(anchor)
  const there = planesOf(other)
  const errors: [number[], number[], number[]] = [[], [], []]
  const to = new Float64Array(2)
  const step = Math.max(1, Math.floor(Math.sqrt((box.width * box.height) / 4000)))
  for (let y = Math.max(0, box.top); y < Math.min(height, box.top + box.height); y += step) {
    for (let x = Math.max(0, box.left); x < Math.min(width, box.left + box.width); x += step) {
      if (hiddenHere && maskAt(hiddenHere, x, y) > 0) continue
      applyTo(map, (x + 0.5) / width, (y + 0.5) / width, to)
      const column = Math.floor(to[0]! * width)
      const row = Math.floor(to[1]! * width)
      if (column < 1 || row < 1 || column >= width - 1 || row >= height - 1) continue
      if (hiddenThere && maskAt(hiddenThere, column, row) > 0) continue
      errors[0].push(here.y[y * width + x]! - there.y[row * width + column]!)
      const half = (y >> 1) * (width / 2) + (x >> 1)
      const halfThere = (row >> 1) * (width / 2) + (column >> 1)
      errors[1].push(here.u[half]! - there.u[halfThere]!)
      errors[2].push(here.v[half]! - there.v[halfThere]!)
    }
  }
  if (errors[0].length < 40) return [0, 0, 0]
  const light = errors.map((channel) => medianOrZero(channel)) as [number, number, number]
  const apart = medianOrZero(errors[0].map((error) => Math.abs(error - light[0])))
  return apart > SOURCES_MOST_APART ? undefined : light
}
