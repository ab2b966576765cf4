import { smoothstep } from '../geometry/smoothstep.ts'
import { findGaps, type Gap, type TargetKind } from './find-gaps.ts'
import { KNOWN, type Level, TARGET } from './level.ts'
import { areProfilesAlike, type LineEnd, lineColourAt, lineEndAt } from './line-end.ts'
import { crossingOf, detectEdges, houghLines, type Line } from './straight-lines.ts'
import {
  ASTRAY_SINE,
  CONTINUE_LINES_STRIPE,
  LINE_BLOCKS,
  MAX_PROFILE_DIFFERENCE,
  MIN_CROSSING_SINE,
  PROFILE_RADIUS,
  TINGED_PIXELS,
} from './tuning.ts'

/**
 * Continues straight lines behind the foreground, so that the patches filled around them have a structure to follow:
 * structure propagation (Sun et al. 2005, "Image completion with structure propagation") for lines that are found, not
 * drawn by hand. A line visible on both sides of a gap is joined and blends from one end's colours to the other's; a
 * long line that does not come out is extended. The target pixels coloured in this way become known. Changes the level.
 * @param kind of the target, which decides how far lines are looked for and continued
 * @returns 1 for each pixel coloured as a part of a stripe, such as the joint between two bricks: its colours are
 * neither those of what lies to its left nor to its right
 */
export function continueLines(level: Level, kind: TargetKind = 'rim'): Uint8Array {
  const edges = kind === 'rim' ? detectEdges(level) : detectEdges(level, LINE_BLOCKS[kind])
  const singleSided: Piece[] = []
  const drawn: Drawn[] = []
  const draw = (piece: Piece): void => {
    drawn.push({ line: piece.line, pixels: drawPiece(level, piece) })
  }
  for (const line of houghLines(edges, level.width, level.height)) {
    for (const gap of findGaps(level, edges, line, kind)) {
      const pieces = piecesOf(level, line, gap, kind)
      for (const piece of pieces) {
        if (piece.before && piece.after) draw(piece)
        else singleSided.push(piece)
      }
    }
  }
  // Beside a picture nothing hides a corner: lines that meet there cross.
  const ended =
    kind === 'margin'
      ? singleSided.filter((own, n) => !isAstray(level, own, singleSided.slice(0, n)))
      : singleSided.map((own) => endAtCrossings(own, singleSided))
  for (const piece of ended) draw(piece)
  return stripesOf(drawn, level.state.length)
}

/** Pixels that were coloured along a line. */
type Drawn = { line: Line; pixels: number[] }

function stripesOf(drawn: readonly Drawn[], count: number): Uint8Array {
  const stripes = new Uint8Array(count)
  const found = drawn.filter(({ line }) =>
    drawn.some(
      ({ line: other }) =>
        line.cos * other.cos + line.sin * other.sin < CONTINUE_LINES_STRIPE.opposite &&
        Math.abs(line.distance + other.distance) < CONTINUE_LINES_STRIPE.width,
    ),
  )
  if (found.length < CONTINUE_LINES_STRIPE.fewest) return stripes
  for (const { pixels } of found) for (const i of pixels) stripes[i] = 1
  return stripes
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
function piecesOf(level: Level, line: Line, gap: Gap, kind: TargetKind): Piece[] {
  const { from, to, extendForward, extendBackward } = gap
  const before = gap.before
    ? lineEndAt(level, line, from - 1 - TINGED_PIXELS, -1, gap.before)
    : undefined
  const after = gap.after ? lineEndAt(level, line, to + 1 + TINGED_PIXELS, 1, gap.after) : undefined
  const most = kind === 'hole' ? MAX_PROFILE_DIFFERENCE.hole : MAX_PROFILE_DIFFERENCE.rim
  if (before && after && areProfilesAlike(before.across, after.across, most)) {
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
