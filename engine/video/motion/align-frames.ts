import { sampleClamped } from '../../geometry/sample.ts'
import { solveLinear } from '../../geometry/solve-linear.ts'
import {
  ALIGN_COMPARED,
  ALIGN_COMPARED_LEVEL,
  ALIGN_LEAST_PIXELS,
  ALIGN_NOISE,
  ALIGN_SMALL_STEP,
  ALIGN_STEPS,
} from '../tuning.ts'
import type { Luma } from './estimate-motion.ts'
import { applyTo, compose, type Homography, IDENTITY, invert } from './homography.ts'
import type { LumaPyramid } from './track-points.ts'

/**
 * How a camera moved between two frames by all that they show, where points tell nothing: waves and leaves move
 * themselves, while a horizon and hills without texture stay. A move with a turn that makes the frames most alike,
 * coarse to fine (Lucas and Kanade 1981; Baker and Matthews 2004), with the weights of Huber (1964).
 * @param isOpen whether a pixel of the first frame is outside what moves by itself
 */
export function alignFrames(
  from: LumaPyramid,
  to: LumaPyramid,
  isOpen: (at: number) => boolean,
): Homography {
  let map = IDENTITY
  for (let level = from.length - 1; level >= 0; level--) {
    const open = openOf(from, level, isOpen)
    // Of the frame's own pixels a quarter is looked at, which are as many as on the level above.
    map = alignLevel(from[level]!, to[level]!, open, map, level === 0 ? 2 : 1)
  }
  return map
}

/**
 * By how many levels two frames differ after a map, on a level of their pyramids and without what differs most.
 */
export function misalignmentOf(
  from: LumaPyramid,
  to: LumaPyramid,
  isOpen: (at: number) => boolean,
  map: Homography,
): number {
  const level = Math.min(ALIGN_COMPARED_LEVEL, from.length - 1)
  const apart: number[] = []
  forEachSeen(from[level]!, to[level]!, openOf(from, level, isOpen), map, 1, (_, by) => {
    apart.push(Math.abs(by))
  })
  apart.sort((a, b) => a - b)
  const kept = apart.slice(0, Math.ceil(ALIGN_COMPARED * apart.length))
  return kept.length === 0 ? 0 : kept.reduce((sum, by) => sum + by) / kept.length
}

/** 1 where a pixel of a level is outside what moves by itself. */
function openOf(pyramid: LumaPyramid, level: number, isOpen: (at: number) => boolean): Uint8Array {
  const full = pyramid[0]!
  const { width, height } = pyramid[level]!
  const scale = 2 ** level
  const open = new Uint8Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.min(full.height - 1, scale * y) * full.width
    for (let x = 0; x < width; x++, at++) {
      if (isOpen(row + Math.min(full.width - 1, scale * x))) open[at] = 1
    }
  }
  return open
}

/** Calls `see` with each open pixel that both frames show, and by how many levels it differs after a map. */
function forEachSeen(
  from: Luma,
  to: Luma,
  open: Uint8Array,
  map: Homography,
  every: number,
  see: (at: number, apart: number) => void,
): void {
  const { width, height } = from
  const there = new Float64Array(2)
  for (let y = 1; y < height - 1; y += every) {
    for (let at = y * width + 1, end = at + width - 2; at < end; at += every) {
      if (!open[at]) continue
      applyTo(map, ((at % width) + 0.5) / width, (y + 0.5) / width, there)
      const x = there[0]! * width - 0.5
      const down = there[1]! * width - 0.5
      if (x < 0 || down < 0 || x > width - 1 || down > height - 1) continue
      see(at, sampleClamped(to.y, to, x, down) - from.y[at]!)
    }
  }
}

function alignLevel(
  from: Luma,
  to: Luma,
  open: Uint8Array,
  guess: Homography,
  every: number,
): Homography {
  let map = guess
  for (let step = 0; step < ALIGN_STEPS; step++) {
    const move = moveOf(from, to, open, map, every)
    if (!move) return map
    map = compose(map, move)
    const most = Math.max(...move.map((value, n) => Math.abs(value - IDENTITY[n]!)))
    if (most * from.width < ALIGN_SMALL_STEP) break
  }
  return map
}

/**
 * One step of Gauss and Newton: the move with a turn of the first frame, before `map`, and the change of light that
 * lessen the differences. The inverse of what would move the first frame onto the second one by its own gradients.
 */
function moveOf(
  from: Luma,
  to: Luma,
  open: Uint8Array,
  map: Homography,
  every: number,
): Homography | undefined {
  const { width, height, y } = from
  const system = new Float64Array(4 * 5)
  const row = new Float64Array(5)
  const [cx, cy] = [width / 2, height / 2]
  let count = 0
  forEachSeen(from, to, open, map, every, (at, apart) => {
    const gx = (y[at + 1]! - y[at - 1]!) / 2
    const gy = (y[at + width]! - y[at - width]!) / 2
    const x = at % width
    row[0] = gx
    row[1] = gy
    row[2] = gy * (x - cx) - gx * ((at - x) / width - cy)
    row[3] = 1
    row[4] = apart
    const weight = Math.min(1, ALIGN_NOISE / Math.max(1, Math.abs(apart)))
    for (let i = 0, k = 0; i < 4; i++)
      for (let j = 0; j < 5; j++, k++) system[k] = system[k]! + weight * row[i]! * row[j]!
    count++
  })
  const solved = count < ALIGN_LEAST_PIXELS ? undefined : solveLinear(system, 4)
  if (!solved) return undefined
  const [dx, dy, turn] = solved as unknown as [number, number, number]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  // About the middle, in widths of the frame.
  const [mx, my] = [(cx + 0.5) / width, (cy + 0.5) / width]
  return invert(
    Float64Array.of(
      ...[cos, -sin, dx / width + mx - cos * mx + sin * my],
      ...[sin, cos, dy / width + my - sin * mx - cos * my],
      ...[0, 0, 1],
    ),
  )
}
