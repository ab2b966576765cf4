import type { Point } from '../../geometry/point.ts'
import type { Size } from '../../geometry/size.ts'

/** A row is sampled on this many scanlines, so edges are exact across and to a quarter of a pixel down. */
const SCANLINES = 4

/**
 * Adds a filled polygon to a plane by scanline coverage: 1 inside, a pixel on the edge by the share of it that is
 * covered. Sums are clamped to 1. The fill rule is even-odd, and the polygon may leave the plane.
 * @param ring corners in pixels; pixel x covers x to x + 1
 */
export function paintPolygon(plane: Float32Array, size: Size, ring: readonly Point[]): void {
  let [top, bottom] = [Infinity, -Infinity]
  for (const { y } of ring) {
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  takeEdges(ring)
  const last = Math.min(size.height - 1, Math.ceil(bottom))
  for (let y = Math.max(0, Math.floor(top)); y <= last; y++) {
    paintRow(plane, size.width, ring.length, y)
  }
}

// Scratch memory, because thousands of rows of small polygons would leave as many arrays behind.
/** The edges of the ring: x and y of where each begins and ends. */
let edges = new Float64Array(4 * 64)
/** The edges that reach into the row, by where their numbers begin. */
let own = new Int32Array(64)
/** The x at which the outline crosses a scanline. */
let cuts = new Float64Array(64)
/** Where the spans of a row's scanlines begin and end, of those scanlines that have exactly one span. */
const lefts = new Float64Array(SCANLINES)
const rights = new Float64Array(SCANLINES)

function takeEdges(ring: readonly Point[]): void {
  if (own.length < ring.length) {
    edges = new Float64Array(4 * ring.length)
    own = new Int32Array(ring.length)
    cuts = new Float64Array(ring.length)
  }
  let from = ring.at(-1)!
  let at = 0
  for (const to of ring) {
    edges[at++] = from.x
    edges[at++] = from.y
    edges[at++] = to.x
    edges[at++] = to.y
    from = to
  }
}

function paintRow(plane: Float32Array, width: number, count: number, y: number): void {
  // A long outline has few edges in any one row.
  let few = 0
  for (let edge = 0; edge < 4 * count; edge += 4) {
    const fromY = edges[edge + 1]!
    const toY = edges[edge + 3]!
    if (Math.min(fromY, toY) < y + 1 && Math.max(fromY, toY) > y) own[few++] = edge
  }
  const start = y * width
  let single = 0
  for (let part = 0; part < SCANLINES; part++) {
    const crossings = findCrossings(few, y + (part + 0.5) / SCANLINES)
    if (crossings === 2) {
      lefts[single] = Math.max(0, cuts[0]!)
      rights[single++] = Math.min(width, cuts[1]!)
      continue
    }
    for (let k = 0; k + 1 < crossings; k += 2) {
      paintSpan(plane, start, Math.max(0, cuts[k]!), Math.min(width, cuts[k + 1]!))
    }
  }
  // Pixels that every scanline covers are fully inside: they are filled at once.
  const first = Math.ceil(Math.max(lefts[0]!, lefts[1]!, lefts[2]!, lefts[3]!))
  const end = Math.floor(Math.min(rights[0]!, rights[1]!, rights[2]!, rights[3]!))
  const isFilled = single === SCANLINES && first < end
  if (isFilled) plane.fill(1, start + first, start + end)
  for (let part = 0; part < single; part++) {
    const left = lefts[part]!
    const right = rights[part]!
    paintSpan(plane, start, left, isFilled ? first : right)
    if (isFilled) paintSpan(plane, start, end, right)
  }
}

/**
 * Finds where the outline crosses the scanline at `y`, in ascending order.
 * @param few how many edges reach into the row
 * @returns how many crossings there are
 */
function findCrossings(few: number, y: number): number {
  let count = 0
  for (let nth = 0; nth < few; nth++) {
    const edge = own[nth]!
    const fromY = edges[edge + 1]!
    const toY = edges[edge + 3]!
    if (fromY <= y === toY <= y) continue
    const fromX = edges[edge]!
    const x = fromX + ((y - fromY) * (edges[edge + 2]! - fromX)) / (toY - fromY)
    let at = count++
    for (; at > 0 && cuts[at - 1]! > x; at--) cuts[at] = cuts[at - 1]!
    cuts[at] = x
  }
  return count
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
