import type { Box } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import { type Frame, planesOf } from '../../video/video-info.ts'
import { type CutMask, maskAt } from './cut-mask.ts'
import type { Plan, PlatePlan, Source } from './plate-plan.ts'
import { PLATES_ALIKE, PLATES_BESIDE, PLATES_SLOTS } from './tuning.ts'
import { mapRow, newRowPlaces, type PlanePart, sampleCubic } from './warp-plane.ts'

/** The planes of a plate at the size of the result. */
export type Plate = {
  /** In pixels of the result, even. */
  box: Box
  planes: Record<Channel, Uint8Array>
  /** By pixel of the luma plane: whether background was seen there, or made up, or neither. */
  known: Uint8Array
}

export const CHANNELS = ['y', 'u', 'v'] as const
export type Channel = (typeof CHANNELS)[number]

export const UNKNOWN = 0
export const MADE_UP = 1
export const SEEN = 2

type Samples = {
  part: Omit<PlanePart, 'data'>
  levels: Uint8Array
  counts: Uint8Array
  /** What the anchor itself shows close around its hole, and 1 where it does: better than what is made up. */
  close: { levels: Uint8Array; is: Uint8Array }
}
type OpenPlate = {
  plan: PlatePlan
  box: Box
  samples: Record<Channel, Samples>
  /** 1 where the plate is used, on the grid of the plan. */
  used: Uint8Array
}

/**
 * Takes the background of plates from frames that are given in order. A plate is opened by its first source and given
 * back after its last, so that only those are in memory that frames at hand belong to.
 * @param small the size of the frames that the plan was made on
 * @param slots samples that are kept of each pixel
 */
export function collectPlates(
  { plates, doubtful, holes }: Plan,
  small: Size,
  slots = PLATES_SLOTS,
) {
  const open = new Map<number, OpenPlate>()
  return (frame: Frame, index: number): { nth: number; plate: Plate }[] => {
    const finished: { nth: number; plate: Plate }[] = []
    for (const [nth, plan] of plates.entries()) {
      const source = plan.sources.find(({ at }) => at === index)
      if (!source) continue
      const plate = open.get(nth) ?? openPlate(plan, small, frame, slots)
      open.set(nth, plate)
      const hole = index === plan.anchor ? holes[index] : undefined
      take(plate, frame, source, doubtful[index], hole, small)
      if (source !== plan.sources.at(-1)) continue
      open.delete(nth)
      finished.push({ nth, plate: closePlate(plate, slots) })
    }
    return finished
  }
}

/** A box on the small frames as one of even pixels on the frames themselves. */
export function scaledBox({ left, top, width, height }: Box, small: Size, size: Size): Box {
  const scale = size.width / small.width
  const even = (at: number): number => 2 * Math.round((at * scale) / 2)
  const [x, y] = [even(left), even(top)]
  return {
    left: x,
    top: y,
    width: Math.max(2, even(left + width) - x),
    height: Math.max(2, even(top + height) - y),
  }
}

/** A plane of a plate without its content. */
export function plateLayout(
  box: Box,
  channel: Channel,
  frameWidth: number,
): Omit<PlanePart, 'data'> {
  const by = channel === 'y' ? 1 : 2
  return {
    left: box.left / by,
    top: box.top / by,
    frameWidth: frameWidth / by,
    width: box.width / by,
    height: box.height / by,
  }
}

function openPlate(plan: PlatePlan, small: Size, frame: Size, slots: number): OpenPlate {
  const box = scaledBox(plan.box, small, frame)
  const samplesOf = (channel: Channel): Samples => {
    const part = plateLayout(box, channel, frame.width)
    const count = part.width * part.height
    const close = { levels: new Uint8Array(count), is: new Uint8Array(count) }
    return { part, levels: new Uint8Array(slots * count), counts: new Uint8Array(count), close }
  }
  const used = plan.unseen
    ? new Uint8Array(plan.needed.length).fill(1)
    : growMask(plan.needed, plan.box, PLATES_BESIDE)
  return { plan, box, used, samples: { y: samplesOf('y'), u: samplesOf('u'), v: samplesOf('v') } }
}

function take(
  { samples, plan, used }: OpenPlate,
  frame: Frame,
  { map, light }: Source,
  hidden: CutMask | undefined,
  hole: CutMask | undefined,
  small: Size,
): void {
  const planes = planesOf(frame)
  for (const [nth, channel] of CHANNELS.entries()) {
    const by = channel === 'y' ? 1 : 2
    const [width, height] = [frame.width / by, frame.height / by]
    const { part, levels, counts, close } = samples[channel]
    const slots = levels.length / counts.length
    const from = { data: planes[channel], width, height, left: 0, top: 0, frameWidth: width }
    const toSmall = small.width / width
    const [added, range] = [light[nth]!, { from: 0, to: part.width }]
    const places = newRowPlaces(part.width)
    const toCell = plan.box.width / part.width
    for (let row = 0, pixel = 0; row < part.height; row++) {
      mapRow(part, map, from, row, range, places)
      const cells = Math.floor((row * plan.box.height) / part.height) * plan.box.width
      for (let at = 0; at < part.width; at++, pixel++) {
        const count = counts[pixel]!
        if (count >= slots || used[cells + Math.floor(at * toCell)] === 0) continue
        const [x, y] = [places.x[at]!, places.y[at]!]
        if (!(x >= 1 && y >= 1 && x <= width - 2 && y <= height - 2)) continue
        const [column, line] = [Math.floor((x + 0.5) * toSmall), Math.floor((y + 0.5) * toSmall)]
        const isHidden = hidden && maskAt(hidden, column, line) > 0
        if (isHidden && (!hole || maskAt(hole, column, line) > 0)) continue
        const level = Math.min(255, Math.max(0, Math.round(sampleCubic(from, x, y) + added)))
        if (isHidden) {
          close.levels[pixel] = level
          close.is[pixel] = 1
          continue
        }
        levels[slots * pixel + count] = level
        counts[pixel] = count + 1
      }
    }
  }
}

function closePlate({ box, samples }: OpenPlate, slots: number): Plate {
  const planes = {
    y: middles(samples.y, slots),
    u: middles(samples.u, slots),
    v: middles(samples.v, slots),
  }
  const { width } = box
  const seen = (channel: Channel, pixel: number): boolean =>
    samples[channel].counts[pixel]! > 0 || samples[channel].close.is[pixel]! > 0
  const known = samples.y.counts.map((_, pixel) => {
    const column = pixel % width
    const half = (((pixel - column) / width) >> 1) * (width / 2) + (column >> 1)
    return seen('y', pixel) && seen('u', half) ? SEEN : UNKNOWN
  })
  return { box, planes, known }
}

/** The mean of the samples that are like the middle one: what passed by is left out, and grain averaged away. */
function middles({ levels, counts, close }: Samples, slots: number): Uint8Array {
  const out = new Uint8Array(counts.length)
  for (let pixel = 0; pixel < counts.length; pixel++) {
    const count = counts[pixel]!
    if (count === 0) {
      if (close.is[pixel]) out[pixel] = close.levels[pixel]!
      continue
    }
    const from = slots * pixel
    sortShort(levels, from, from + count)
    const middle = levels[from + (count >> 1)]!
    let [sum, number] = [0, 0]
    for (let at = from; at < from + count; at++) {
      const level = levels[at]!
      if (Math.abs(level - middle) > PLATES_ALIKE) continue
      sum += level
      number++
    }
    out[pixel] = Math.round(sum / number)
  }
  return out
}

/** Sorts a few values in place. */
function sortShort(values: Uint8Array, from: number, to: number): void {
  for (let at = from + 1; at < to; at++) {
    const value = values[at]!
    let place = at
    for (; place > from && values[place - 1]! > value; place--) values[place] = values[place - 1]!
    values[place] = value
  }
}
