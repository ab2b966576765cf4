import { boxOfPlane } from '../../geometry/bounding-box.ts'
import type { Box } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import { applyTo, type Homography, invert } from '../../video/motion/homography.ts'
import type { Frame } from '../../video/video-info.ts'
import { chooseSources } from './choose-sources.ts'
import { type CutMask, grownMask, maskAt } from './cut-mask.ts'
import type { Plan, PlatePlan } from './plate-plan.ts'
import { mappedBox, type Registration, registerFrames } from './register-frames.ts'
import type { Track } from './track-object.ts'
import {
  MOST_FRAMES,
  MOST_MOVED,
  PLATES_CONTEXT,
  PLATES_DOUBTFUL,
  PLATES_GAP,
  PLATES_LEVEL,
  PLATES_TEXTURE,
  PLATES_TINGED,
} from './tuning.ts'

/** Frames whose holes are near one another, in order; those of one anchor. */
type Run = { from: number; to: number; anchor: number }

/**
 * Plans from which frames the holes of a tracked object are filled.
 * @param frames small copies of the video's frames, `scale` times as wide
 */
export async function planPlates(
  frames: readonly Frame[],
  { masks, cameras }: Track,
  scale: number,
  rest: () => Promise<void>,
): Promise<Plan> {
  const holes = masks.map((mask) => mask && grownMask(mask, PLATES_TINGED, PLATES_LEVEL))
  const doubtful = holes.map((hole) => hole && grownMask(hole, PLATES_DOUBTFUL, 1))
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
    const { sources, counts } = chooseSources(plate, frames, doubtful, cameras, registration)
    plate.sources = sources
    widenForFill(plate, counts, frames[0]!, scale)
    const previous = runs[n - 1]
    if (previous) plate.toPrevious = registration.chain(run.anchor, previous.anchor)
    await rest()
  }
  return plan
}

function linked(before: Run | undefined, after: Run | undefined): Run | undefined {
  return before && after && after.from - before.to <= PLATES_GAP ? before : undefined
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
        at - run.to > PLATES_GAP ||
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
  return { anchor, box, needed, unseen: false, sources: [], maps }
}

/** The box around boxes with what a fill needs around them, in whole even pixels, not far beyond the frame. */
function boxOf(boxes: readonly Box[], { width, height }: Size): Box {
  let left = Math.min(...boxes.map((box) => box.left))
  let top = Math.min(...boxes.map((box) => box.top))
  let right = Math.max(...boxes.map((box) => box.left + box.width))
  let bottom = Math.max(...boxes.map((box) => box.top + box.height))
  const margin = Math.max(
    PLATES_CONTEXT.least,
    PLATES_CONTEXT.share * Math.min(right - left, bottom - top),
  )
  left = 2 * Math.floor(Math.max(-width / 2, left - margin) / 2)
  top = 2 * Math.floor(Math.max(-height / 2, top - margin) / 2)
  right = 2 * Math.ceil(Math.min((3 / 2) * width, right + margin) / 2)
  bottom = 2 * Math.ceil(Math.min((3 / 2) * height, bottom + margin) / 2)
  return { left, top, width: Math.max(2, right - left), height: Math.max(2, bottom - top) }
}

/** Gives a plate more room around what it needs and no frame shows. */
function widenForFill(
  plate: PlatePlan,
  counts: Uint8Array,
  { width, height }: Size,
  scale: number,
): void {
  const { box, needed } = plate
  const unseen = boxOfPlane(
    needed.map((is, at) => (is && counts[at] === 0 ? 1 : 0)),
    box,
  )
  if (!unseen) return
  plate.unseen = true
  const margin = Math.max(
    PLATES_TEXTURE.least,
    PLATES_TEXTURE.ofResult * scale,
    PLATES_TEXTURE.share * Math.max(unseen.width, unseen.height),
  )
  const within = { left: box.left + unseen.left, top: box.top + unseen.top }
  const left = Math.min(box.left, 2 * Math.floor(Math.max(0, within.left - margin) / 2))
  const top = Math.min(box.top, 2 * Math.floor(Math.max(0, within.top - margin) / 2))
  const end = (start: number, length: number, most: number, own: number): number =>
    Math.max(own, 2 * Math.ceil(Math.min(most, start + length + margin) / 2))
  const right = end(within.left, unseen.width, width, box.left + box.width)
  const bottom = end(within.top, unseen.height, height, box.top + box.height)
  const wide = { left, top, width: right - left, height: bottom - top }
  const grown = new Uint8Array(wide.width * wide.height)
  for (let y = 0; y < box.height; y++) {
    const row = needed.subarray(y * box.width, (y + 1) * box.width)
    grown.set(row, (box.top - top + y) * wide.width + box.left - left)
  }
  plate.box = wide
  plate.needed = grown
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
