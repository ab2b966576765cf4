import type { Point } from '../../geometry/point.ts'
import { medianOrZero } from '../../geometry/quantile.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import type { HeadGrid } from '../../regions/head/region-grid.ts'
import type { Face } from '../../vision/faces/face.ts'
import { strongestEdge } from './strongest-edge.ts'
import {
  EAR_COLUMNS,
  EAR_OUTLINE,
  EARLOBE_BEYOND,
  EARLOBE_BODY,
  EARLOBE_EDGE,
  EARLOBE_FLAT,
  EARLOBE_HOLE,
  EARLOBE_LEVEL,
  EARLOBE_REACH,
  EARLOBE_SHARP,
  EARLOBE_STEEP,
  EXPECTED_LOBE,
  HAIR_AROUND,
  LOBE_EDGE,
  LOWEST_COLUMNS,
  MIN_EAR,
  MIN_WIDTH,
  SURELY_HAIR,
  TURNED_AWAY,
} from './tuning.ts'

/** Where an earring is fixed, and what is in front of it. */
export type Earlobe = {
  /** The place of the hole, in pixels of the photo. */
  at: Point
  /** What hides the lobe: hair over it, or the head, which is turned the other way; unknown if no ear was found. */
  hiddenBy: 'nothing' | 'hair' | 'head' | 'unknown'
}

export type Side = 'left' | 'right'

/** The face's outline beside an ear, from the eye down to the jaw. */
const OUTLINE = {
  right: [162, 127, 234, 93, 132, 58, 172],
  left: [389, 356, 454, 323, 361, 288, 397],
} as const

/** The landmark beside which a lobe ends. */
export const BESIDE_LOBE = { right: 132, left: 361 } as const

/**
 * Finds the lobe of one ear. The mesh has no ears: the lobe is searched as skin beside the outline of the face, from
 * the height of the eye down to where it ends; where the ear lies before the neck, and its end cannot be told by
 * colour, the place follows from the landmarks beside it and the head's pose.
 */
export function findEarlobe(face: Face, regions: HeadRegions, side: Side): Earlobe {
  const frame = earFrame(regions.grid, side)
  const towards = side === 'right' ? face.pose.yaw : -face.pose.yaw
  const expected = expectedLobe(frame, towards)
  if (towards < -TURNED_AWAY) return { at: toPixel(frame, expected), hiddenBy: 'head' }
  const found = searchEarlobe(frame, regions, expected)
  if (found) {
    const at = toPixel(frame, found)
    return { at, hiddenBy: isBesideArm(frame, regions, at) ? 'unknown' : 'nothing' }
  }
  const at = toPixel(frame, expected)
  if (hairAround(frame, regions, expected) > HAIR_AROUND.hides) return { at, hiddenBy: 'hair' }
  // A lobe whose edge has the colours of what is behind it is where the landmarks have it, if there is skin at all.
  // Of a head that is turned away from it the place lies within the face.
  const inside = outlineAt(frame, expected.v) - expected.u
  const v = expected.v - EARLOBE_BODY.up * frame.faceWidth
  const body = { u: outlineAt(frame, v) + EARLOBE_BODY.aside * frame.faceWidth, v }
  const skinAt = (place: Beside): number =>
    meanAround(
      regions.skin,
      regions.grid,
      toPixel(frame, place),
      HAIR_AROUND.radius * frame.faceWidth,
    )
  if (inside <= 0) {
    const isSkin = skinAt(expected) > EARLOBE_BODY.skin
    if (isBesideArm(frame, regions, at) || !isSkin) return { at, hiddenBy: 'unknown' }
    if (skinAt(body) > EARLOBE_BODY.skin) return { at, hiddenBy: 'nothing' }
    const outer = outerEdgeOfEar(frame, regions, expected)
    if (outer === undefined) return { at, hiddenBy: 'unknown' }
    const u = (outlineAt(frame, expected.v) + outer) / 2
    return { at: toPixel(frame, { ...expected, u }), hiddenBy: 'nothing' }
  }
  // One that hardly lies within it is at its edge, where an ear shows wholly above it.
  const isAtEdge =
    inside < EARLOBE_EDGE.inside * frame.faceWidth && skinAt(body) > EARLOBE_EDGE.skin
  if (!isAtEdge) return { at, hiddenBy: 'unknown' }
  const u = expected.u + inside + EARLOBE_EDGE.aside * frame.faceWidth
  return { at: toPixel(frame, { ...expected, u }), hiddenBy: 'nothing' }
}

/**
 * The outer edge of the person beside a lobe where the outline above and below it is that of an ear that hangs into the
 * neck: it stands off the face and comes ever nearer. An ear in its own shade has the colours of hair; hair stands
 * farther off, or does not come nearer.
 */
function outerEdgeOfEar(
  frame: EarFrame,
  { person, grid }: HeadRegions,
  expected: Beside,
): number | undefined {
  const { faceWidth } = frame
  const { above, below, step, widest, least, narrows, wavers } = EAR_OUTLINE
  const standOff = (v: number): number => {
    const outline = outlineAt(frame, v)
    let off = 0
    while (off <= widest * faceWidth) {
      const { x, y } = toPixel(frame, { u: outline + off, v })
      if (sampleGrid(person, grid, x, y) < 0.5) break
      off += 0.5
    }
    return off / faceWidth
  }
  const heights = Array.from(
    { length: Math.round((above + below) / step) + 1 },
    (_, n) => expected.v + (n * step - above) * faceWidth,
  )
  const offs = heights.map(standOff)
  const [first, last] = [offs[0]!, offs.at(-1)!]
  const isNarrowing = offs.every((off, n) => n === 0 || off < offs[n - 1]! + wavers)
  const isEar = first > least && first < widest && first - last > narrows && isNarrowing
  return isEar ? outlineAt(frame, expected.v) + standOff(expected.v) * faceWidth : undefined
}

/** Whether skin goes on far beyond a lobe and ends there: it is that of an arm beside the face. A wall does not end. */
function isBesideArm(
  { out, faceWidth }: EarFrame,
  { skin, grid }: HeadRegions,
  at: Point,
): boolean {
  const unit = faceWidth * grid.scale
  const { from, to, end, step } = EARLOBE_BEYOND
  for (let far = from; far <= end; far += step) {
    const place = { x: at.x + far * unit * out.x, y: at.y + far * unit * out.y }
    if (sampleGrid(skin, grid, place.x, place.y) < 0.5) return far > to
  }
  return false
}

/** An ear before the ground is told by its outline, whatever its colours are; one before the neck by its skin. */
function searchEarlobe(
  frame: EarFrame,
  regions: HeadRegions,
  expected: Beside,
): Beside | undefined {
  const outlined = searchLobe(frame, regions, 'person', expected)
  // Hair that ends beside the jaw has an outline, too.
  if (outlined && hairAround(frame, regions, outlined) < SURELY_HAIR) return outlined
  return searchLobe(frame, regions, 'skin', expected)
}

function hairAround(frame: EarFrame, { hair, grid }: HeadRegions, at: Beside): number {
  return meanAround(hair, grid, toPixel(frame, at), HAIR_AROUND.radius * frame.faceWidth)
}

/** Coordinates beside a face: `u` outwards from its edge, `v` down, both in grid pixels. */
type EarFrame = {
  grid: HeadGrid
  faceWidth: number
  origin: Point
  out: Point
  down: Point
  /** The outline as pairs of v and u, from the top. */
  outline: { u: number; v: number }[]
  /** The v of the landmark beside the lobe. */
  lobeV: number
}

type Beside = { u: number; v: number }

function earFrame(grid: HeadGrid, side: Side): EarFrame {
  const { points, up, faceWidth } = grid
  const sign = side === 'left' ? 1 : -1
  const out = { x: -up.y * sign, y: up.x * sign }
  const down = { x: -up.x, y: -up.y }
  const origin = points[OUTLINE[side][2]]!
  const toFrame = (p: Point): Beside => ({
    u: (p.x - origin.x) * out.x + (p.y - origin.y) * out.y,
    v: (p.x - origin.x) * down.x + (p.y - origin.y) * down.y,
  })
  const outline = OUTLINE[side].map((i) => toFrame(points[i]!))
  const lobeV = toFrame(points[BESIDE_LOBE[side]]!).v
  return { grid, faceWidth, origin, out, down, outline, lobeV }
}

function toGrid({ origin, out, down }: EarFrame, { u, v }: Beside): Point {
  return { x: origin.x + u * out.x + v * down.x, y: origin.y + u * out.y + v * down.y }
}

function toPixel(frame: EarFrame, at: Beside): Point {
  const { x, y } = toGrid(frame, at)
  const { area, scale } = frame.grid
  return { x: area.left + x * scale, y: area.top + y * scale }
}

/** The u of the face's outline at a height. */
function outlineAt({ outline }: EarFrame, v: number): number {
  const next = outline.findIndex((point) => point.v >= v)
  if (next <= 0) return outline.at(next)!.u
  const from = outline[next - 1]!
  const to = outline[next]!
  return from.u + ((to.u - from.u) * (v - from.v)) / Math.max(1e-6, to.v - from.v)
}

/** Where a hole is by the landmarks: an ear lies behind the outline, and comes out or goes in with the turn. */
function expectedLobe(frame: EarFrame, towards: number): Beside {
  const turn = Math.sin((towards * Math.PI) / 180)
  const v =
    frame.lobeV +
    (Math.max(0, turn) * EXPECTED_LOBE.downByTurn - EXPECTED_LOBE.up) * frame.faceWidth
  return {
    u:
      outlineAt(frame, v) +
      (EXPECTED_LOBE.aside + EXPECTED_LOBE.asideByTurn * turn) * frame.faceWidth,
    v,
  }
}

/**
 * Searches the lower end of the ear: of the columns outside the outline, those that begin beside the eye or cheek and
 * end above the jaw. The rim of an ear is darker than its skin, so the end is the edge that follows.
 * @param part what an ear is part of: the person, where the ground is behind it; the skin, where hair or neck is
 */
function searchLobe(
  frame: EarFrame,
  regions: HeadRegions,
  part: 'person' | 'skin',
  expected: Beside,
): Beside | undefined {
  const { light, grid, [part]: plane } = regions
  const { faceWidth } = frame
  const step = Math.max(0.5, faceWidth / 200)
  const valueAt = (of: Float32Array, u: number, v: number): number => {
    const { x, y } = toGrid(frame, { u, v })
    return sampleGrid(of, { ...grid, area: ORIGIN, scale: 1 }, x - 0.5, y - 0.5)
  }
  const isNear = (end: number): boolean =>
    Math.abs(end - expected.v) < EARLOBE_REACH.down * faceWidth
  const isEar = (u: number, v: number): boolean => valueAt(plane, u, v) > 0.5
  const near = earColumns(frame, step, isEar, isNear).filter(({ end }) => isNear(end))
  const least = part === 'skin' ? MIN_WIDTH.bySkin : MIN_WIDTH.outlined
  if (near.length * step < least * faceWidth) return undefined
  const reach = {
    from: LOBE_EDGE.above * faceWidth,
    to: LOBE_EDGE.below * faceWidth,
    step: step / 2,
  }
  const edges = near.map(({ u, end }) => {
    const edge = strongestEdge(reach, (by) => valueAt(light, u, end + by))
    return { u, end: end + edge.at, change: edge.change }
  })
  if (medianOrZero(edges.map(({ change }) => change)) < EARLOBE_SHARP) return undefined
  const ends = edges.map(({ end }) => end).sort((a, b) => b - a)
  // The lowest few columns agree where there is one lower end.
  const low = ends[Math.min(ends.length - 1, Math.floor(LOWEST_COLUMNS * ends.length))]!
  const v = low - EARLOBE_HOLE * faceWidth
  const last = Math.max(...edges.filter(({ end }) => end > v).map(({ u }) => u))
  const aside = { ...reach, from: 0, to: LOBE_EDGE.aside * faceWidth }
  const outer = last + strongestEdge(aside, (by) => valueAt(light, last + by, v)).at
  const u = (Math.min(outlineAt(frame, v), outer) + outer) / 2
  return Math.abs(u - expected.u) < EARLOBE_REACH.aside * faceWidth ? { u, v } : undefined
}

/**
 * The columns of an ear and where they end below, from the outermost one inwards. Its outer edge falls steeply to a
 * flat lower end; the first column after that whose end is much lower goes on into the jaw or the neck.
 */
function earColumns(
  frame: EarFrame,
  step: number,
  isEar: (u: number, v: number) => boolean,
  isNear: (end: number) => boolean,
): { u: number; end: number }[] {
  const { faceWidth, outline, lobeV } = frame
  const [top, bottom] = [outline[0]!.v, lobeV + EAR_COLUMNS.below * faceWidth]
  const widest = Math.max(...outline.map(({ u }) => u))
  const columns: { u: number; end: number }[] = []
  let isLow = false
  for (
    let u = widest + EAR_COLUMNS.outside * faceWidth;
    u > widest - EAR_COLUMNS.inside * faceWidth;
    u -= step
  ) {
    const end = endOfColumn(frame, u, { top, bottom, step }, isEar)
    const last = columns.at(-1)
    if (end === undefined) {
      if (last) break
      continue
    }
    const before = columns.at(-EARLOBE_FLAT)
    const slope = before && (end - before.end) / (EARLOBE_FLAT * step)
    if (isLow && slope! > EARLOBE_STEEP) break
    columns.push({ u, end })
    // The shade within an ear's rim ends columns far above its lobe.
    isLow ||= slope !== undefined && slope <= EARLOBE_LEVEL && isNear(end)
  }
  return isLow ? columns : []
}

function endOfColumn(
  frame: EarFrame,
  u: number,
  { top, bottom, step }: { top: number; bottom: number; step: number },
  isEar: (u: number, v: number) => boolean,
): number | undefined {
  let length = 0
  for (let v = top; v <= bottom; v += step) {
    const isOutside = u > outlineAt(frame, v) + EAR_COLUMNS.beside * frame.faceWidth
    if (isOutside && isEar(u, v)) length += step
    else if (isOutside && length >= MIN_EAR * frame.faceWidth) return v
    else length = 0
  }
  return undefined
}

const ORIGIN = { left: 0, top: 0, width: 0, height: 0 }

function meanAround(plane: Float32Array, grid: HeadGrid, at: Point, radius: number): number {
  const reach = radius * grid.scale
  let [sum, count] = [0, 0]
  for (let dy = -2; dy <= 2; dy++) {
    for (let dx = -2; dx <= 2; dx++, count++) {
      sum += sampleGrid(plane, grid, at.x + (dx * reach) / 2, at.y + (dy * reach) / 2)
    }
  }
  return sum / count
}
