import type { Point } from '../../raster/picture.ts'
import type { HeadRegions } from '../../regions/head-regions.ts'
import { type HeadGrid, sampleGrid } from '../../regions/region-grid.ts'
import type { Face } from '../../vision/faces/face.ts'

/** Where an earring is fixed, and what is in front of it. */
export type Earlobe = {
  /** The place of the hole, in pixels of the photo. */
  at: Point
  /** What hides the lobe: nothing, hair over it, or the head, which is turned the other way. */
  hiddenBy: 'nothing' | 'hair' | 'head'
}

export type Side = 'left' | 'right'

/** The face's outline beside an ear, from the eye down to the jaw. */
const OUTLINE = {
  right: [162, 127, 234, 93, 132, 58, 172],
  left: [389, 356, 454, 323, 361, 288, 397],
} as const

/** The landmark beside which a lobe ends. */
const BESIDE_LOBE = { right: 132, left: 361 } as const

/** Degrees by which a head is turned away from an ear, from which on the head hides it. */
const TURNED_AWAY = 16

/** In widths of the face: how far the hole lies above the lower end of the lobe, and how high a lobe is at least. */
const HOLE = 0.043
const MIN_EAR = 0.07

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
  const found = searchLobe(frame, regions, expected)
  if (found) return { at: toPixel(frame, found), hiddenBy: 'nothing' }
  const at = toPixel(frame, expected)
  const hair = meanAround(regions.hair, regions.grid, at, 0.03 * frame.faceWidth)
  return { at, hiddenBy: hair > 0.45 ? 'hair' : 'nothing' }
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
  const [from, to] = [outline[next - 1]!, outline[next]!]
  return from.u + ((to.u - from.u) * (v - from.v)) / Math.max(1e-6, to.v - from.v)
}

/** Where a hole is by the landmarks: an ear lies behind the outline, and comes out or goes in with the turn. */
function expectedLobe(frame: EarFrame, towards: number): Beside {
  const turn = Math.sin((towards * Math.PI) / 180)
  const v = frame.lobeV + (Math.max(0, turn) * 0.04 - 0.03) * frame.faceWidth
  return { u: outlineAt(frame, v) + (0.025 + 0.27 * turn) * frame.faceWidth, v }
}

/**
 * Searches the lower end of the ear: of the columns outside the outline, those whose skin begins beside the eye or
 * cheek and ends above the jaw. The rim of an ear is darker than its skin, so the end is the edge that follows.
 */
function searchLobe(
  frame: EarFrame,
  { skin, light, grid }: HeadRegions,
  expected: Beside,
): Beside | undefined {
  const { faceWidth } = frame
  const step = Math.max(0.5, faceWidth / 200)
  const valueAt = (plane: Float32Array, u: number, v: number): number => {
    const { x, y } = toGrid(frame, { u, v })
    return sampleGrid(plane, { ...grid, area: ORIGIN, scale: 1 }, x - 0.5, y - 0.5)
  }
  const columns = skinColumns(frame, step, (u, v) => valueAt(skin, u, v) > 0.5)
  const near = columns.filter(({ end }) => Math.abs(end - expected.v) < 0.2 * faceWidth)
  if (near.length * step < 0.02 * faceWidth) return undefined
  const reach = { from: -0.02 * faceWidth, to: 0.045 * faceWidth, step: step / 2 }
  const edges = near.map(({ u, end }) => ({
    u,
    end: end + strongestEdge(reach, (by) => valueAt(light, u, end + by)),
  }))
  const ends = edges.map(({ end }) => end).sort((a, b) => b - a)
  // The lowest few columns agree where there is one lower end.
  const low = ends[Math.min(ends.length - 1, Math.floor(0.2 * ends.length))]!
  const v = low - HOLE * faceWidth
  const last = Math.max(...edges.filter(({ end }) => end > v).map(({ u }) => u))
  const aside = { ...reach, from: 0, to: 0.03 * faceWidth }
  const outer = last + strongestEdge(aside, (by) => valueAt(light, last + by, v))
  return { u: (Math.min(outlineAt(frame, v), outer) + outer) / 2, v }
}

/** The columns outside the outline in which skin begins beside the eye or cheek, and where it ends. */
function skinColumns(
  frame: EarFrame,
  step: number,
  isSkin: (u: number, v: number) => boolean,
): { u: number; end: number }[] {
  const { faceWidth, outline, lobeV } = frame
  const [top, bottom] = [outline[0]!.v, lobeV + 0.16 * faceWidth]
  const widest = Math.max(...outline.map(({ u }) => u))
  const columns: { u: number; end: number }[] = []
  for (let u = widest - 0.12 * faceWidth; u < widest + 0.24 * faceWidth; u += step) {
    let length = 0
    for (let v = top; v <= bottom; v += step) {
      const isOutside = u > outlineAt(frame, v) + 0.012 * faceWidth
      if (isOutside && isSkin(u, v)) length += step
      else if (isOutside && length >= MIN_EAR * faceWidth) {
        columns.push({ u, end: v })
        break
      } else length = 0
    }
  }
  return columns
}

/** Where along a line lightness changes most between two samples that lie a few steps apart. */
function strongestEdge(
  { from, to, step }: { from: number; to: number; step: number },
  lightAt: (by: number) => number,
): number {
  let [best, most] = [0, 0]
  for (let by = from; by <= to; by += step) {
    const change = Math.abs(lightAt(by + 1.5 * step) - lightAt(by - 1.5 * step))
    if (change > most) [best, most] = [by, change]
  }
  return best
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
