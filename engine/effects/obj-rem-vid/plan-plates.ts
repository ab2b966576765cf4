import type { Box, Size } from '../../raster/picture.ts'
import { applyTo, type Homography, invert } from '../../video/motion/homography.ts'
import { type Frame, planesOf } from '../../video/video-info.ts'
import { type CutMask, grownMask, maskAt } from './cut-mask.ts'
import { mappedBox, type Registration, registerFrames } from './register-frames.ts'
import type { Track } from './track-object.ts'

/** Another frame that shows background of a plate. */
export type Source = {
  at: number
  /** From the plate to the frame. */
  map: Homography
  /** What is added to the frame's levels so that they are those of the plate: Y, U, V. */
  light: readonly [y: number, u: number, v: number]
}

/**
 * A plate: the background of a part of the world without the object, as one frame sees it, the anchor. Frames near
 * the anchor take what the object hid from it.
 */
export type PlatePlan = {
  anchor: number
  /** The part of the anchor's plane that the plate covers, in pixels of the small frames; it may exceed the frame. */
  box: Box
  /** Where any frame needs it, on the grid of `box`. */
  needed: Uint8Array
  sources: Source[]
  /** From the plate to the one before it, from which what nobody saw is taken over. */
  toPrevious?: Homography
}

/** Which plates a frame is filled from, by how much, and where they are. */
export type FramePlan = { plate: number; share: number; map: Homography }[]

export type Plan = {
  plates: PlatePlan[]
  frames: (FramePlan | undefined)[]
  /** What is filled in each frame, on the small grid. */
  holes: (CutMask | undefined)[]
  /** What of each frame is not taken for background of others. */
  doubtful: (CutMask | undefined)[]
}

/** The object's share from which a pixel is filled, of 255, and pixels around it whose colours it tinges. */
const LEVEL = 60
const TINGED = 2
/** Pixels around a hole that are not taken for background of other frames. */
const DOUBTFUL = 3

/** How far the view may move, in widths, and frames that may pass, over the frames of one anchor. */
const MOST_MOVED = 0.24
const MOST_FRAMES = 240
/** Frames after which holes that come back are filled from a plate of their own. */
const GAP = 45

/** Pixels around what is needed that a plate covers, so that a spatial fill has something to continue. */
const CONTEXT = { least: 14, share: 0.35 } as const

/** Samples of a pixel that are enough, and sources of a plate at most. */
const ENOUGH = 5
const MOST_SOURCES = 14

/** The share of what is needed that a source must add, where all of it was seen before. */
const WORTH_ADDING = 0.03

/** Levels by which a source may differ from the anchor, where both show background. */
const MOST_APART = 12

/** Frames whose holes are near one another, in order; those of one anchor. */
type Run = { from: number; to: number; anchor: number }

/** Plans from which frames the holes of a tracked object are filled. */
export async function planPlates(
  frames: readonly Frame[],
  { masks, cameras }: Track,
  rest: () => Promise<void>,
): Promise<Plan> {
  const holes = masks.map((mask) => mask && grownMask(mask, TINGED, LEVEL))
  const doubtful = holes.map((hole) => hole && grownMask(hole, DOUBTFUL, 1))
  const registration = registerFrames(frames, doubtful, cameras)
  const plan: Plan = {
    plates: [],
    frames: new Array(frames.length).fill(undefined),
    holes,
    doubtful,
  }
  const runs = runsOf(holes, registration, frames[0]!)
  for (const [n, run] of runs.entries()) {
    const before = linked(runs[n - 1], run)
    const after = linked(run, runs[n + 1]) && runs[n + 1]
    const first = before ? before.anchor + 1 : run.from
    const last = after ? after.anchor - 1 : run.to
    const plate = await planPlate(run.anchor, first, last, holes, registration, frames[0]!, rest)
    plan.plates.push(plate)
    for (const [at, map] of plate.maps) {
      const share =
        at < run.anchor && before
          ? (at - before.anchor) / (run.anchor - before.anchor)
          : at > run.anchor && after
            ? (after.anchor - at) / (after.anchor - run.anchor)
            : 1
      plan.frames[at] = [...(plan.frames[at] ?? []), { plate: n, share, map }]
    }
    plate.sources = chooseSources(plate, frames, doubtful, cameras, registration)
    const previous = runs[n - 1]
    if (previous) plate.toPrevious = registration.chain(run.anchor, previous.anchor)
    await rest()
  }
  return plan
}

function linked(before: Run | undefined, after: Run | undefined): Run | undefined {
  return before && after && after.from - before.to <= GAP ? before : undefined
}

function runsOf(
  holes: readonly (CutMask | undefined)[],
  { chain }: Registration,
  size: Size,
): Run[] {
  const runs: Run[] = []
  let run: { from: number; to: number } | undefined
  const end = (): void => {
    if (!run) return
    const middle = (run.from + run.to) / 2
    let anchor = run.from
    for (let at = run.from; at <= run.to; at++) {
      if (holes[at] && Math.abs(at - middle) < Math.abs(anchor - middle)) anchor = at
    }
    runs.push({ ...run, anchor })
    run = undefined
  }
  for (const [at, hole] of holes.entries()) {
    if (!hole) continue
    const isFar =
      run &&
      (at - run.from >= MOST_FRAMES ||
        at - run.to > GAP ||
        moveOf(chain(run.from, at), size) > MOST_MOVED)
    if (isFar) end()
    if (run) run.to = at
    else run = { from: at, to: at }
  }
  end()
  return runs
}

/** How far the corners of a frame go, in widths. */
function moveOf(map: Homography, { width, height }: Size): number {
  const {
    left,
    top,
    width: across,
    height: down,
  } = mappedBox(map, { left: 0, top: 0, width, height }, width)
  return (
    Math.max(
      ...[Math.abs(left), Math.abs(top)],
      ...[Math.abs(left + across - width), Math.abs(top + down - height)],
    ) / width
  )
}

type OpenPlate = PlatePlan & { maps: Map<number, Homography> }

async function planPlate(
  anchor: number,
  first: number,
  last: number,
  holes: readonly (CutMask | undefined)[],
  registration: Registration,
  size: Size,
  rest: () => Promise<void>,
): Promise<OpenPlate> {
  const maps = new Map<number, Homography>()
  const rough = boxOf(
    holes.slice(first, last + 1).flatMap((hole, n) => {
      return hole ? [mappedBox(registration.chain(first + n, anchor), hole, size.width)] : []
    }),
    size,
  )
  for (let at = first; at <= last; at++) {
    if (!holes[at]) continue
    maps.set(at, invert(registration.direct(anchor, at, rough)))
    await rest()
  }
  const box = boxOf(
    [...maps].map(([at, map]) => mappedBox(map, holes[at]!, size.width)),
    size,
  )
  const needed = new Uint8Array(box.width * box.height)
  for (const [at, map] of maps) markNeeded(needed, box, holes[at]!, invert(map), size.width)
  return { anchor, box, needed, sources: [], maps }
}

/** The box around boxes with what a fill needs around them, in whole even pixels, not far beyond the frame. */
function boxOf(boxes: readonly Box[], { width, height }: Size): Box {
  let left = Math.min(...boxes.map((box) => box.left))
  let top = Math.min(...boxes.map((box) => box.top))
  let right = Math.max(...boxes.map((box) => box.left + box.width))
  let bottom = Math.max(...boxes.map((box) => box.top + box.height))
  const margin = Math.max(CONTEXT.least, CONTEXT.share * Math.min(right - left, bottom - top))
  left = 2 * Math.floor(Math.max(-width / 2, left - margin) / 2)
  top = 2 * Math.floor(Math.max(-height / 2, top - margin) / 2)
  right = 2 * Math.ceil(Math.min(1.5 * width, right + margin) / 2)
  bottom = 2 * Math.ceil(Math.min(1.5 * height, bottom + margin) / 2)
  return { left, top, width: Math.max(2, right - left), height: Math.max(2, bottom - top) }
}

/** @param map from the plate to the frame of the hole */
function markNeeded(
  needed: Uint8Array,
  box: Box,
  hole: CutMask,
  map: Homography,
  width: number,
): void {
  const there = mappedBox(invert(map), hole, width)
  const to = new Float64Array(2)
  const top = Math.max(0, Math.floor(there.top - box.top))
  const bottom = Math.min(box.height, Math.ceil(there.top + there.height - box.top))
  const left = Math.max(0, Math.floor(there.left - box.left))
  const right = Math.min(box.width, Math.ceil(there.left + there.width - box.left))
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      applyTo(map, (box.left + x + 0.5) / width, (box.top + y + 0.5) / width, to)
      if (maskAt(hole, Math.floor(to[0]! * width), Math.floor(to[1]! * width)) > 0) {
        needed[y * box.width + x] = 1
      }
    }
  }
}

/** The frames a plate is put together from: the nearest in time, and as many as it takes to see all of it. */
function chooseSources(
  plate: PlatePlan,
  frames: readonly Frame[],
  doubtful: readonly (CutMask | undefined)[],
  cameras: readonly (Homography | undefined)[],
  registration: Registration,
): Source[] {
  const { anchor, box, needed } = plate
  const { width, height } = frames[0]!
  const counts = new Uint8Array(needed.length)
  const total = needed.reduce((sum, is) => sum + is, 0)
  const sources: Source[] = []
  for (const at of candidates(anchor, cameras)) {
    if (sources.length >= MOST_SOURCES) break
    const guess = registration.chain(anchor, at)
    const gain = gainOf(plate, counts, guess, doubtful[at], { width, height }, false)
    const wanted = gain.fresh > Math.max(4, 0.002 * total) || gain.more > WORTH_ADDING * total
    if (!wanted && sources.length > 0) continue
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
  return sources.sort((one, other) => one.at - other.at)
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
      next = Math.ceil(away * 1.12) + 1
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
      if (!needed[at] || counts[at]! >= ENOUGH) continue
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
  const light = errors.map(median) as [number, number, number]
  const apart = median(errors[0].map((error) => Math.abs(error - light[0])))
  return apart > MOST_APART ? undefined : light
}

function median(values: number[]): number {
  return values.sort((one, other) => one - other)[values.length >> 1]!
}
