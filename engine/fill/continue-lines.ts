import { KNOWN, type Level, TARGET } from './level.ts'
import {
  areProfilesAlike,
  type LineEnd,
  lineColourAt,
  lineEndAt,
  PROFILE_RADIUS,
} from './line-end.ts'
import { detectEdges, type Edges, houghLines, isAllKnown, type Line } from './straight-lines.ts'

/**
 * How far beside a gap a line must be seen, in pixels, and over which share of them. Of the first `next` to the gap where it
 * could be seen it must be on `most`: a line that ends at a corner before the gap does not go in.
 */
const SUPPORT = { length: 14, share: 0.6, next: 5, most: 4 } as const

/** A line that comes out nowhere goes on if it is seen on so many pixels, over this share of them, and no further than those. */
const SINGLE_SIDED = { length: 32, share: 0.8, most: 96 } as const

/** What is copied of a line: at most so many pixels beside the gap. */
const MAX_COPIED = 32

/** Sine of the least angle at which lines meet. */
const MIN_CROSSING_SINE = 0.3

/** Pixels next to a gap that may be tinged by what covers it. */
const TINGED_PIXELS = 2

/**
 * Joins straight lines that go in behind the foreground on one side and come out on the other: colours the wanted
 * pixels along each like its two ends, and makes them known. A long line that does not come out goes on as it went in.
 */
export function continueLines(level: Level): void {
  const edges = detectEdges(level)
  const alone: Piece[] = []
  for (const line of houghLines(edges, level.width, level.height)) {
    for (const gap of gapsOf(level, edges, line)) {
      const pieces = piecesOf(level, line, gap)
      for (const piece of pieces) {
        if (piece.before && piece.after) drawPiece(level, piece)
        else alone.push(piece)
      }
    }
  }
  for (const piece of alone.map((own) => endAtCrossings(own, alone))) drawPiece(level, piece)
}

/**
 * Along a line, in pixels from its foot: what is not known, over how many pixels the line is seen before and after, and
 * how far it goes on from there if it does not come out.
 */
type Gap = {
  from: number
  to: number
  before: number
  after: number
  extendForward: number
  extendBackward: number
}

/** What shows of a line at one of its pixels: nothing is said where what covers it is too near. */
const ABSENT = 0
const SEEN = 1
const UNCLEAR = 2

function gapsOf(level: Level, edges: Edges, line: Line): Gap[] {
  const { width, height, state } = level
  const reach = Math.ceil(Math.hypot(width, height))
  const bin = 1 + Math.floor(((Math.atan2(line.sin, line.cos) + Math.PI) / (2 * Math.PI)) * 250)
  const OUT = 3
  const kind = new Uint8Array(2 * reach + 1).fill(OUT)
  const seen = new Uint8Array(2 * reach + 1).fill(UNCLEAR)
  for (let t = -reach; t <= reach; t++) {
    const x = Math.round(line.distance * line.cos - t * line.sin)
    const y = Math.round(line.distance * line.sin + t * line.cos)
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue
    const i = y * width + x
    kind[t + reach] = state[i]!
    if (state[i] !== KNOWN) continue
    const across = Math.abs(line.cos) > Math.abs(line.sin) ? 1 : width
    const near = [i, i - across, i + across]
    if (near.every((k) => isAllKnown(state, k, width))) seen[t + reach] = ABSENT
    for (const k of near) {
      const own = edges.directionAt[k]!
      if (own === 0) continue
      const turn = Math.abs(own - bin)
      if (Math.min(turn, 250 - turn) <= 14) seen[t + reach] = SEEN
    }
  }
  const gaps: Gap[] = []
  for (let s = 0; s < kind.length; s++) {
    if (kind[s] === KNOWN || kind[s] === OUT) continue
    let end = s
    let isWanted = false
    while (end < kind.length && kind[end] !== KNOWN && kind[end] !== OUT) {
      if (kind[end] === TARGET) isWanted = true
      end++
    }
    if (isWanted) {
      const before = supportLength(kind, seen, s - 1 - TINGED_PIXELS, -1)
      const after = supportLength(kind, seen, end + TINGED_PIXELS, 1)
      // What is known on the far side and without the line says that it ends on the way.
      const isOpen = kind[s - 1] !== KNOWN || kind[end] !== KNOWN
      const most = isOpen ? end - s : (end - s) / 2
      const onwards = before
        ? Math.min(most, singleSidedLength(kind, seen, s - 1 - TINGED_PIXELS, -1))
        : 0
      const back = after ? Math.min(most, singleSidedLength(kind, seen, end + TINGED_PIXELS, 1)) : 0
      if (before || after)
        gaps.push({
          from: s - reach,
          to: end - 1 - reach,
          before,
          after,
          extendForward: onwards,
          extendBackward: back,
        })
    }
    s = end
  }
  return gaps
}

/** Over how many pixels from one on a line is seen so plainly that it may go on by as many; 0 for short ones. */
function singleSidedLength(kind: Uint8Array, seen: Uint8Array, from: number, step: number): number {
  let [count, length] = [0, 0]
  for (let n = 0, at = from; n < SINGLE_SIDED.most && kind[at] === KNOWN; n++, at += step) {
    if (seen[at] === SEEN) count++
    if (count >= SINGLE_SIDED.share * (n + 1)) length = n + 1
    else if (n >= SINGLE_SIDED.length) break
  }
  return length >= SINGLE_SIDED.length ? length : 0
}

/** Over how many pixels from one on a line is seen without a break; 0 where it is not seen enough. */
function supportLength(kind: Uint8Array, seen: Uint8Array, from: number, step: number): number {
  let [count, clear, length] = [0, 0, 0]
  for (let n = 0, at = from; n < MAX_COPIED && kind[at] === KNOWN; n++, at += step) {
    if (seen[at] === SEEN) count++
    if (seen[at] !== UNCLEAR && ++clear === SUPPORT.next && count < SUPPORT.most) return 0
    if (n >= SUPPORT.length - 1 && count < SUPPORT.share * (n + 1)) break
    length = n + 1
  }
  return length >= SUPPORT.length ? length : 0
}

/** What is to be drawn of a line, in pixels from its foot, like what is seen before it, after it, or both. */
type Piece = {
  line: Line
  from: number
  to: number
  before?: LineEnd | undefined
  after?: LineEnd | undefined
}

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

/** A line that goes on alone ends where it meets another such line: that is a corner sooner than a crossing. */
function endAtCrossings(own: Piece, others: readonly Piece[]): Piece {
  const { cos, sin, distance } = own.line
  let { from, to } = own
  for (const { line, ...other } of others) {
    const turn = cos * line.sin - sin * line.cos
    if (Math.abs(turn) < MIN_CROSSING_SINE) continue
    const x = (distance * line.sin - line.distance * sin) / turn
    const y = (cos * line.distance - line.cos * distance) / turn
    const theirs = y * line.cos - x * line.sin
    if (theirs < other.from - PROFILE_RADIUS || theirs > other.to + PROFILE_RADIUS) continue
    const at = y * cos - x * sin
    if (at < own.from || at > own.to) continue
    if (own.before) to = Math.min(to, at)
    else from = Math.max(from, at)
  }
  return { ...own, from, to }
}

/** Colours the wanted pixels along a piece of a line. */
function drawPiece(level: Level, { line, before, after, ...gap }: Piece): void {
  const { width, height, rgb, state } = level
  const painted: number[] = []
  const done = new Set<number>()
  const [a, b] = [new Float64Array(3), new Float64Array(3)]
  for (let t = gap.from; t <= gap.to; t += 0.5) {
    for (let o = -PROFILE_RADIUS; o <= PROFILE_RADIUS; o += 0.5) {
      const x = Math.round((line.distance + o) * line.cos - t * line.sin)
      const y = Math.round((line.distance + o) * line.sin + t * line.cos)
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      const i = y * width + x
      if (state[i] !== TARGET || done.has(i)) continue
      done.add(i)
      const off = x * line.cos + y * line.sin - line.distance
      const along = y * line.cos - x * line.sin
      const first = before && lineColourAt(level, line, before, along - gap.from, off, a)
      const last = after && lineColourAt(level, line, after, gap.to - along, off, b)
      if (!first && !last) continue
      const share = ease((along - gap.from) / Math.max(1, gap.to - gap.from))
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
}

function ease(f: number): number {
  const g = Math.min(1, Math.max(0, f))
  return g * g * (3 - 2 * g)
}
