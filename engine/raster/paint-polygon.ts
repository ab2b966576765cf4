import type { Size } from './blur.ts'
import type { Point } from './picture.ts'

/** Adds a filled polygon to a plane: 1 inside, edges to a quarter of a pixel. Even-odd; it may leave the plane. */
export function paintPolygon(plane: Float32Array, size: Size, ring: readonly Point[]): void {
  const ys = ring.map((p) => p.y)
  const first = Math.max(0, Math.floor(Math.min(...ys)))
  const last = Math.min(size.height - 1, Math.ceil(Math.max(...ys)))
  const edges = ring.map((to, nth) => ({ from: ring.at(nth - 1)!, to }))
  for (let y = first; y <= last; y++) paintRow(plane, size.width, edges, y)
}

type Edge = { from: Point; to: Point }

/** Beginnings and ends of the spans in a row's four quarters, where there is one in each. */
const lefts = [0, 0, 0, 0]
const rights = [0, 0, 0, 0]

function paintRow(plane: Float32Array, width: number, edges: readonly Edge[], y: number): void {
  // Of a long outline hardly anything is in a row.
  const own = edges.filter(
    ({ from, to }) => Math.min(from.y, to.y) < y + 1 && Math.max(from.y, to.y) > y,
  )
  const start = y * width
  let single = 0
  for (let part = 0; part < 4; part++) {
    const cuts = crossings(own, y + (part + 0.5) / 4)
    if (cuts.length === 2) {
      lefts[single] = Math.max(0, cuts[0]!)
      rights[single++] = Math.min(width, cuts[1]!)
      continue
    }
    for (let k = 0; k + 1 < cuts.length; k += 2) {
      paintSpan(plane, start, Math.max(0, cuts[k]!), Math.min(width, cuts[k + 1]!))
    }
  }
  // What is in all four quarters is wholly inside, and need not be added up.
  const first = Math.ceil(Math.max(lefts[0]!, lefts[1]!, lefts[2]!, lefts[3]!))
  const end = Math.floor(Math.min(rights[0]!, rights[1]!, rights[2]!, rights[3]!))
  const isFilled = single === 4 && first < end
  if (isFilled) plane.fill(1, start + first, start + end)
  for (let part = 0; part < single; part++) {
    const [left, right] = [lefts[part]!, rights[part]!]
    paintSpan(plane, start, left, isFilled ? first : right)
    if (isFilled) paintSpan(plane, start, end, right)
  }
}

/** Where the outline crosses a height, left to right. Pixel x covers x to x + 1. */
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
  plane[at] = Math.min(1, plane[at]! + share / 4)
}
