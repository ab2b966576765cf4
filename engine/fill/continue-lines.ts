import { smoothstep } from '../raster/smoothstep.ts'
import { KNOWN, type Level, TARGET } from './level.ts'
import {
  areProfilesAlike,
  type LineEnd,
  lineColourAt,
  lineEndAt,
  PROFILE_RADIUS,
  prominenceOf,
} from './line-end.ts'
import {
  DIRECTION_STEPS,
  detectEdges,
  directionOf,
  type Edges,
  houghLines,
  isAllKnown,
  type Line,
} from './straight-lines.ts'

/**
 * A line must be visible beside a gap over `length` pixels, on `share` of them. It must also be visible on `most` of
 * the first `next` pixels where it could be: a line that ends at a corner before the gap does not enter it.
 */
const SUPPORT = { length: 14, share: 0.6, next: 5, most: 4 } as const

/**
 * A line that enters a gap and does not come out goes on in it if it is visible over `length` pixels, on `share` of
 * them. It goes on as far as it is visible, at most `most` pixels.
 */
const SINGLE_SIDED = { length: 32, share: 0.8, most: 96 } as const

/**
 * A line visible over `length` pixels beside a margin goes on to the end of it. The patches are left a shorter one, and
 * one that stands out less than by `prominence`: among the edges of waves or grain some lie in a row. Lines are looked
 * for up to so many blocks of 16 pixels inwards.
 */
const OUTWARDS = { length: 76, blocks: 8, prominence: 7 } as const

/** Most pixels of a line beside a gap that are copied. */
const MAX_COPIED = 32

/** Sine of the least angle at which two lines count as crossing. */
const MIN_CROSSING_SINE = 0.3

/** Below this sine two lines that cross within the picture are one, fitted twice. */
const ASTRAY_SINE = 0.12

/** Pixels next to a gap that the foreground may have tinged; they are not used. */
const TINGED_PIXELS = 2

/** Most steps of direction, of DIRECTION_STEPS, by which an edge pixel may differ from its line: 20 degrees. */
const MAX_TURN_STEPS = 14

/**
 * Continues straight lines behind the foreground, so that the patches filled around them have a structure to follow:
 * structure propagation (Sun et al. 2005, "Image completion with structure propagation") for lines that are found, not
 * drawn by hand. A line visible on both sides of a gap is joined and blends from one end's colours to the other's; a
 * long line that does not come out is extended. The target pixels coloured in this way become known. Changes the level.
 * @param outwards the target is a margin around the picture: lines are extended to the end of it and may cross
 * @returns 1 for each pixel coloured as a part of a stripe, such as the joint between two bricks: its colours are
 * neither those of what lies to its left nor to its right
 */
export function continueLines(level: Level, outwards = false): Uint8Array {
  const edges = outwards ? detectEdges(level, OUTWARDS.blocks) : detectEdges(level)
  const singleSided: Piece[] = []
  const drawn: Drawn[] = []
  const draw = (piece: Piece): void => {
    drawn.push({ line: piece.line, pixels: drawPiece(level, piece) })
  }
  for (const line of houghLines(edges, level.width, level.height)) {
    for (const gap of gapsOf(level, edges, line, outwards)) {
      const pieces = piecesOf(level, line, gap)
      for (const piece of pieces) {
        if (piece.before && piece.after) draw(piece)
        else singleSided.push(piece)
      }
    }
  }
  // Beside a picture nothing hides a corner: lines that meet there cross.
  const ended = outwards
    ? singleSided.filter((own, n) => !isAstray(level, own, singleSided.slice(0, n)))
    : singleSided.map((own) => endAtCrossings(own, singleSided))
  for (const piece of ended) draw(piece)
  return stripesOf(drawn, level.state.length)
}

/** Pixels that were coloured along a line. */
type Drawn = { line: Line; pixels: number[] }

/**
 * Two edges are those of one stripe where they face away from each other, nearly parallel, within so many pixels. Fewer
 * edges than this are no joints of a pattern but the outlines of things.
 */
const STRIPE = { opposite: -0.995, width: 16, fewest: 6 } as const

function stripesOf(drawn: readonly Drawn[], count: number): Uint8Array {
  const stripes = new Uint8Array(count)
  const found = drawn.filter(({ line }) =>
    drawn.some(
      ({ line: other }) =>
        line.cos * other.cos + line.sin * other.sin < STRIPE.opposite &&
        Math.abs(line.distance + other.distance) < STRIPE.width,
    ),
  )
  if (found.length < STRIPE.fewest) return stripes
  for (const { pixels } of found) for (const i of pixels) stripes[i] = 1
  return stripes
}

/** A run of pixels along a line that are not known, in pixels along the line from the foot of its normal. */
type Gap = {
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

/** The gaps of a line that hold target pixels and beside which it is visible. */
function gapsOf(level: Level, edges: Edges, line: Line, outwards: boolean): Gap[] {
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
        if (!outwards) return Math.min(most, visible)
        if (visible < OUTWARDS.length) return 0
        return prominenceOf(level, line, from - reach, step, visible) < OUTWARDS.prominence
          ? 0
          : most
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
  for (let n = 0, at = from; n < SUPPORT.next; n++, at += step) {
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
  for (let n = 0, at = from; n < SINGLE_SIDED.most && state[at] === KNOWN; n++, at += step) {
    if (visible[at] === VISIBLE) count++
    if (count >= SINGLE_SIDED.share * (n + 1)) length = n + 1
    else if (n >= SINGLE_SIDED.length) break
  }
  return length >= SINGLE_SIDED.length ? length : 0
}

/** Pixels from `from` on over which a line is visible without a break; 0 where it is not visible enough. */
function supportLength({ state, visible }: Run, from: number, step: number): number {
  let [count, clear, length] = [0, 0, 0]
  for (let n = 0, at = from; n < MAX_COPIED && state[at] === KNOWN; n++, at += step) {
    if (visible[at] === VISIBLE) count++
    if (visible[at] !== UNCLEAR && ++clear === SUPPORT.next && count < SUPPORT.most) return 0
    if (n >= SUPPORT.length - 1 && count < SUPPORT.share * (n + 1)) break
    length = n + 1
  }
  return length >= SUPPORT.length ? length : 0
}

/** A piece of a line to draw, from one pixel along it to another, like its end before, after, or both. */
type Piece = {
  line: Line
  from: number
  to: number
  before?: LineEnd | undefined
  after?: LineEnd | undefined
}

/** The pieces to draw in a gap: one that joins both ends if their profiles agree, else an extension of each. */
function piecesOf(level: Level, line: Line, gap: Gap): Piece[] {
  const { from, to, extendForward, extendBackward } = gap
  const before = gap.before
    ? lineEndAt(level, line, from - 1 - TINGED_PIXELS, -1, gap.before)
    : undefined
  const after = gap.after ? lineEndAt(level, line, to + 1 + TINGED_PIXELS, 1, gap.after) : undefined
  if (before && after && areProfilesAlike(before.across, after.across)) {
    return [{ line, from, to, before, after }]
  }
  const pieces: Piece[] = []
  if (before && extendForward) pieces.push({ line, from, to: from + extendForward, before })
  if (after && extendBackward) pieces.push({ line, from: to - extendBackward, to, after })
  return pieces
}

/**
 * Whether a line is the edge of a longer one, badly fitted: it leaves that within the picture at a small angle.
 * @param others the lines with more edge pixels
 */
function isAstray({ width, state }: Level, { line }: Piece, others: readonly Piece[]): boolean {
  return others.some(({ line: other }) => {
    const meeting = crossingOf(line, other)
    if (!meeting || Math.abs(meeting.turn) > ASTRAY_SINE) return false
    const [x, y] = [Math.round(meeting.x), Math.round(meeting.y)]
    return x >= 0 && x < width && state[y * width + x] === KNOWN
  })
}

/** Where two lines cross, and the sine of the angle between them; undefined for the same line twice. */
function crossingOf(own: Line, other: Line): { x: number; y: number; turn: number } | undefined {
  const turn = own.cos * other.sin - own.sin * other.cos
  if (turn === 0) return undefined
  const x = (own.distance * other.sin - other.distance * own.sin) / turn
  const y = (own.cos * other.distance - other.cos * own.distance) / turn
  return { x, y, turn }
}

/** Cuts an extended line where it meets another extended line: that is more likely a corner than a crossing. */
function endAtCrossings(own: Piece, others: readonly Piece[]): Piece {
  const { cos, sin } = own.line
  let { from, to } = own
  for (const { line, ...other } of others) {
    const meeting = crossingOf(own.line, line)
    if (!meeting || Math.abs(meeting.turn) < MIN_CROSSING_SINE) continue
    const { x, y } = meeting
    const along = y * line.cos - x * line.sin
    if (along < other.from - PROFILE_RADIUS || along > other.to + PROFILE_RADIUS) continue
    const at = y * cos - x * sin
    if (at < own.from || at > own.to) continue
    if (own.before) to = Math.min(to, at)
    else from = Math.max(from, at)
  }
  return { ...own, from, to }
}

/** Colours the target pixels along a piece of a line and marks them known. @returns these pixels */
function drawPiece(level: Level, { line, before, after, ...gap }: Piece): number[] {
  const { width, height, rgb, state } = level
  // Four values a pixel: its index, r, g and b.
  const painted: number[] = []
  const visited = new Set<number>()
  const [a, b] = [new Float64Array(3), new Float64Array(3)]
  for (let t = gap.from; t <= gap.to; t += 0.5) {
    for (let o = -PROFILE_RADIUS; o <= PROFILE_RADIUS; o += 0.5) {
      const x = Math.round((line.distance + o) * line.cos - t * line.sin)
      const y = Math.round((line.distance + o) * line.sin + t * line.cos)
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      const i = y * width + x
      if (state[i] !== TARGET || visited.has(i)) continue
      visited.add(i)
      const off = x * line.cos + y * line.sin - line.distance
      const along = y * line.cos - x * line.sin
      const first = before && lineColourAt(level, line, before, along - gap.from, off, a)
      const last = after && lineColourAt(level, line, after, gap.to - along, off, b)
      if (!first && !last) continue
      const share = smoothstep(0, 1, (along - gap.from) / Math.max(1, gap.to - gap.from))
      const f = first && last ? share : first ? 0 : 1
      painted.push(i)
      for (let c = 0; c < 3; c++) painted.push((1 - f) * a[c]! + f * b[c]!)
    }
  }
  for (let n = 0; n < painted.length; n += 4) {
    const i = painted[n]!
    for (let c = 0; c < 3; c++) rgb[3 * i + c] = painted[n + 1 + c]!
    state[i] = KNOWN
  }
  return painted.filter((_, n) => n % 4 === 0)
}
