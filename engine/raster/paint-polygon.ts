import type { Point, Size } from './picture.ts'

/** A row is sampled on this many scanlines, so edges are exact across and to a quarter of a pixel down. */
const SCANLINES = 4

/**
 * Adds a filled polygon to a plane by scanline coverage: 1 inside, a pixel on the edge by the share of it that is
 * covered. Sums are clamped to 1. The fill rule is even-odd, and the polygon may leave the plane.
 * @param ring corners in pixels; pixel x covers x to x + 1
 */
export function paintPolygon(plane: Float32Array, size: Size, ring: readonly Point[]): void {
  const ys = ring.map((p) => p.y)
  const first = Math.max(0, Math.floor(Math.min(...ys)))
  const last = Math.min(size.height - 1, Math.ceil(Math.max(...ys)))
  const edges = ring.map((to, nth) => ({ from: ring.at(nth - 1)!, to }))
  for (let y = first; y <= last; y++) paintRow(plane, size.width, edges, y)
}

type Edge = { from: Point; to: Point }

/** Scratch: where the spans of a row's scanlines begin and end, of those scanlines that have exactly one span. */
const lefts = [0, 0, 0, 0]
const rights = [0, 0, 0, 0]

function paintRow(plane: Float32Array, width: number, edges: readonly Edge[], y: number): void {
  // A long outline has few edges in any one row.
  const own = edges.filter(
    ({ from, to }) => Math.min(from.y, to.y) < y + 1 && Math.max(from.y, to.y) > y,
  )
  const start = y * width
  let single = 0
  for (let part = 0; part < SCANLINES; part++) {
    const cuts = crossings(own, y + (part + 0.5) / SCANLINES)
    if (cuts.length === 2) {
      lefts[single] = Math.max(0, cuts[0]!)
      rights[single++] = Math.min(width, cuts[1]!)
      continue
    }
    for (let k = 0; k + 1 < cuts.length; k += 2) {
      paintSpan(plane, start, Math.max(0, cuts[k]!), Math.min(width, cuts[k + 1]!))
    }
  }
  // Pixels that every scanline covers are fully inside: they are filled at once.
  const first = Math.ceil(Math.max(lefts[0]!, lefts[1]!, lefts[2]!, lefts[3]!))
  const end = Math.floor(Math.min(rights[0]!, rights[1]!, rights[2]!, rights[3]!))
  const isFilled = single === SCANLINES && first < end
  if (isFilled) plane.fill(1, start + first, start + end)
  for (let part = 0; part < single; part++) {
    const [left, right] = [lefts[part]!, rights[part]!]
    paintSpan(plane, start, left, isFilled ? first : right)
    if (isFilled) paintSpan(plane, start, end, right)
  }
}

/** The x at which the outline crosses the scanline at `y`, in ascending order. */
function crossings(edges: readonly Edge[], y: number): number[] {
  const cuts: number[] = []
  for (const { from, to } of edges) {
    if (from.y <= y !== to.y <= y) {
      cuts.push(from.x + ((y - from.y) * (to.x - from.x)) / (to.y - from.y))
    }
  }
  return cuts.length > 2 ? cuts.sort((a, b) => a - b) : inOrder(cuts)
}

function inOrder(cuts: number[]): number[] {
  return cuts.length === 2 && cuts[0]! > cuts[1]! ? [cuts[1]!, cuts[0]!] : cuts
}

function paintSpan(plane: Float32Array, start: number, left: number, right: number): void {
  if (left >= right) return
  const first = Math.floor(left)
  const last = Math.ceil(right) - 1
  if (first === last) {
    addCoverage(plane, start + first, right - left)
    return
  }
  addCoverage(plane, start + first, first + 1 - left)
  for (let at = start + first + 1; at < start + last; at++) addCoverage(plane, at, 1)
  addCoverage(plane, start + last, right - last)
}

function addCoverage(plane: Float32Array, at: number, share: number): void {
  plane[at] = Math.min(1, plane[at]! + share / SCANLINES)
}

/** A circle as a regular polygon of twelve corners, for {@link paintPolygon}. */
export function circlePolygon({ x, y }: Point, radius: number): Point[] {
  return Array.from({ length: 12 }, (_, k) => ({
    x: x + radius * Math.cos((k * Math.PI) / 6),
    y: y + radius * Math.sin((k * Math.PI) / 6),
  }))
}

/**
 * Visits each pixel that a polygon covers, row by row.
 * @param visit gets the pixel's index in the plane and the share of it that is covered, above 0 and up to 1
 */
export function visitPolygon(
  { width, height }: Size,
  ring: readonly Point[],
  visit: (pixel: number, share: number) => void,
): void {
  const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)]
  const [left, top] = [
    Math.max(0, Math.floor(Math.min(...xs))),
    Math.max(0, Math.floor(Math.min(...ys))),
  ]
  const size = {
    width: Math.min(width, Math.ceil(Math.max(...xs))) - left,
    height: Math.min(height, Math.ceil(Math.max(...ys))) - top,
  }
  if (size.width <= 0 || size.height <= 0) return
  const plane = new Float32Array(size.width * size.height)
  paintPolygon(
    plane,
    size,
    ring.map(({ x, y }) => ({ x: x - left, y: y - top })),
  )
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      if (plane[i]! > 0) visit((top + y) * width + left + x, plane[i]!)
    }
  }
}
