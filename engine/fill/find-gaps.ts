import { KNOWN, type Level, TARGET } from './level.ts'
import { prominenceOf } from './line-end.ts'
import {
  DIRECTION_STEPS,
  directionOf,
  type Edges,
  isAllKnown,
  type Line,
} from './straight-lines.ts'
import {
  FIND_GAPS_OUTWARDS,
  FIND_GAPS_SINGLE_SIDED,
  FIND_GAPS_SUPPORT,
  MAX_COPIED,
  MAX_TURN_STEPS,
  TINGED_PIXELS,
} from './tuning.ts'

/**
 * What is filled: the rim of something that moved, a hole that is looked at, or a margin around the picture. In a hole
 * lines are looked for from farther away and may differ more from side to side, and one that can only come out beyond
 * the picture goes on to its edge. In a margin lines are extended to the end of it and may cross.
 */
export type TargetKind = 'rim' | 'hole' | 'margin'

/** A run of pixels along a line that are not known, in pixels along the line from the foot of its normal. */
export type Gap = {
  /** First and last pixel of the run. */
  from: number
  to: number
  /** Pixels over which the line is visible before and after the gap; 0 where it is not. */
  before: number
  after: number
  /** Pixels by which the line may be extended into the gap from before and from after it, if it is not joined. */
  extendForward: number
  extendBackward: number
}

/** Whether a line is visible at one of its pixels: no, yes, or cannot be told so near the foreground. */
const ABSENT = 0
const VISIBLE = 1
const UNCLEAR = 2

/** The state of a pixel outside the level, beside those of level.ts. */
const OUTSIDE = 3

/** The pixels along a line, from -reach to reach: their states in the level, and whether the line is visible there. */
type Run = { state: Uint8Array; visible: Uint8Array; reach: number }

/**
 * The gaps of a line that hold target pixels and beside which it is visible.
 */
export function findGaps(level: Level, edges: Edges, line: Line, kind: TargetKind): Gap[] {
  const run = runAlong(level, edges, line)
  const { state, reach } = run
  const gaps: Gap[] = []
  for (let start = 0; start < state.length; start++) {
    if (state[start] === KNOWN || state[start] === OUTSIDE) continue
    let end = start
    let hasTarget = false
    while (end < state.length && state[end] !== KNOWN && state[end] !== OUTSIDE) {
      if (state[end] === TARGET) hasTarget = true
      end++
    }
    if (hasTarget) {
      const [last, first] = [start - 1 - TINGED_PIXELS, end + TINGED_PIXELS]
      const before = supportLength(run, last, -1)
      const after = supportLength(run, first, 1)
      // Pixels on the far side that show no line show that it ends on the way.
      const isOpen = isUnclear(run, last, -1) || isUnclear(run, first, 1)
      const most = isOpen ? end - start : (end - start) / 2
      const extension = (from: number, step: number): number => {
        const visible = singleSidedLength(run, from, step)
        const goesOn = (): boolean =>
          visible >= FIND_GAPS_OUTWARDS.length &&
          prominenceOf(level, line, from - reach, step, visible) >= FIND_GAPS_OUTWARDS.prominence
        if (kind === 'margin') return goesOn() ? most : 0
        const beyond = step < 0 ? end : start - 1
        const isLast = kind === 'hole' && state[beyond] === OUTSIDE
        if (isLast && goesOn()) return most
        return Math.min(most, visible, kind === 'hole' ? FIND_GAPS_SINGLE_SIDED.inHole : visible)
      }
      const extendForward = before ? extension(last, -1) : 0
      const extendBackward = after ? extension(first, 1) : 0
      const ends = { from: start - reach, to: end - 1 - reach }
      if (before || after) gaps.push({ ...ends, before, after, extendForward, extendBackward })
    }
    start = end
  }
  return gaps
}

/** Whether nothing beyond a gap tells if a line is there: the pixels are not known, or lie along the foreground. */
function isUnclear({ state, visible }: Run, from: number, step: number): boolean {
  for (let n = 0, at = from; n < FIND_GAPS_SUPPORT.next; n++, at += step) {
    if (state[at] === KNOWN && visible[at] !== UNCLEAR) return false
  }
  return true
}

function runAlong({ width, height, state }: Level, edges: Edges, line: Line): Run {
  const reach = Math.ceil(Math.hypot(width, height))
  const direction = directionOf(line.cos, line.sin)
  const run: Run = {
    state: new Uint8Array(2 * reach + 1).fill(OUTSIDE),
    visible: new Uint8Array(2 * reach + 1).fill(UNCLEAR),
    reach,
  }
  const across = Math.abs(line.cos) > Math.abs(line.sin) ? 1 : width
  for (let t = -reach; t <= reach; t++) {
    const x = Math.round(line.distance * line.cos - t * line.sin)
    const y = Math.round(line.distance * line.sin + t * line.cos)
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue
    const i = y * width + x
    run.state[t + reach] = state[i]!
    if (state[i] !== KNOWN) continue
    const near = [i, i - across, i + across]
    if (near.every((k) => isAllKnown(state, k, width))) run.visible[t + reach] = ABSENT
    for (const k of near) {
      const own = edges.directionAt[k]!
      if (own === 0) continue
      const turn = Math.abs(own - direction)
      if (Math.min(turn, DIRECTION_STEPS - turn) <= MAX_TURN_STEPS) {
        run.visible[t + reach] = VISIBLE
      }
    }
  }
  return run
}

/** Pixels from `from` on over which a line is visible clearly enough to be extended as far; 0 for short lines. */
function singleSidedLength({ state, visible }: Run, from: number, step: number): number {
  let [count, length] = [0, 0]
  for (
    let n = 0, at = from;
    n < FIND_GAPS_SINGLE_SIDED.most && state[at] === KNOWN;
    n++, at += step
  ) {
    if (visible[at] === VISIBLE) count++
    if (count >= FIND_GAPS_SINGLE_SIDED.share * (n + 1)) length = n + 1
    else if (n >= FIND_GAPS_SINGLE_SIDED.length) break
  }
  return length >= FIND_GAPS_SINGLE_SIDED.length ? length : 0
}

/** Pixels from `from` on over which a line is visible without a break; 0 where it is not visible enough. */
function supportLength({ state, visible }: Run, from: number, step: number): number {
  let [count, clear, length] = [0, 0, 0]
  for (let n = 0, at = from; n < MAX_COPIED && state[at] === KNOWN; n++, at += step) {
    if (visible[at] === VISIBLE) count++
    if (
      visible[at] !== UNCLEAR &&
      ++clear === FIND_GAPS_SUPPORT.next &&
      count < FIND_GAPS_SUPPORT.most
    )
      return 0
    if (n >= FIND_GAPS_SUPPORT.length - 1 && count < FIND_GAPS_SUPPORT.share * (n + 1)) break
    length = n + 1
  }
  return length >= FIND_GAPS_SUPPORT.length ? length : 0
}
