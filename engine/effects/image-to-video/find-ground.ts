import type { Size } from '../../geometry/size.ts'
import type { Picture } from '../../raster/picture.ts'
import { findHorizon } from './find-horizon.ts'
import { type Cells, cellsOf, edgesOf } from './picture-cells.ts'
import {
  GROUND_BEGINNINGS,
  GROUND_KINDS,
  GROUND_LINE,
  GROUND_SEARCHES,
  GROUND_SLOPE,
  GROUND_STRAIGHT,
  LEAST_EDGE,
  LEAST_SEEN,
  PICTURE_CELLS_BESIDE,
  PICTURE_CELLS_FEATURES,
  SKY_TEXTURE,
} from './tuning.ts'

/**
 * Where the ground of a picture ends at the top: `left` and `right` are heights of the line at both sides, 0 top to 1
 * bottom; `isOpen` says that nothing stands on that line, as at sea.
 */
export type Ground = { left: number; right: number; isOpen: boolean }

/**
 * Looks for the straight line above which a picture is no ground: for the two parts whose kinds of colour and texture
 * differ most, with an edge between them and a line that is as smooth as the picture lets it be (Viterbi 1967).
 * @param covered the share of each pixel that is people, 0–1; they say nothing
 * @param highest the least height of the line: no ground is seen above eyes
 * @returns nothing where most of what is found is no edge or not straight
 */
export function findGround(
  picture: Picture,
  covered: Float32Array | undefined,
  highest: number,
): Ground | undefined {
  const cells = cellsOf(picture, covered)
  const kinds = kindsOf(cells)
  const edges = edgesOf(cells)
  const top = Math.max(PICTURE_CELLS_BESIDE, Math.floor(highest * cells.height))
  const horizon = findHorizon(edges, cells, top)
  if (horizon !== undefined) return { left: horizon, right: horizon, isOpen: true }
  let best: { line: Int32Array<ArrayBuffer>; score: number } | undefined
  for (const beginning of GROUND_BEGINNINGS) {
    let line = new Int32Array(cells.width).fill(Math.round(beginning * cells.height))
    let score = 0
    for (let nth = 0; nth < GROUND_SEARCHES; nth++) {
      ;({ line, score } = follow(evidenceOf(kinds, line, cells), edges, cells, top))
    }
    if (!best || score > best.score) best = { line, score }
  }
  return straightened(best!.line, edges, cells)
}

/** The straight line that most columns agree with where there is an edge. */
function straightened(line: Int32Array, edges: Float32Array, cells: Cells): Ground | undefined {
  const { width, height, free, features } = cells
  const seen = [...line.keys()].filter(
    (col) => free[Math.min(height - 1, line[col]!) * width + col],
  )
  const sure = seen.filter((col) => edges[line[col]! * width + col]! > LEAST_EDGE)
  let best = { count: 0, slope: 0, start: 0 }
  for (const one of sure) {
    for (const other of sure) {
      if (other - one < width / 3) continue
      const slope = (line[other]! - line[one]!) / (other - one)
      if (Math.abs(slope) > GROUND_SLOPE.steepest) continue
      const start = line[one]! - slope * one
      const count = sure.filter(
        (col) => Math.abs(line[col]! - start - slope * col) < GROUND_STRAIGHT.off,
      ).length
      if (count > best.count) best = { count, slope, start }
    }
  }
  const { count, slope, start } = best
  if (count < GROUND_STRAIGHT.agree * seen.length || seen.length < LEAST_SEEN * width)
    return undefined
  const textures = { above: 0, below: 0 }
  for (let row = 0, cell = 0; row < height; row++) {
    for (let col = 0; col < width; col++, cell++) {
      const off = row - start - slope * col
      if (
        !free[cell] ||
        Math.abs(off) < PICTURE_CELLS_BESIDE ||
        Math.abs(off) > GROUND_SLOPE.near * height
      )
        continue
      textures[off < 0 ? 'above' : 'below'] += features[cell * PICTURE_CELLS_FEATURES + 3]!
    }
  }
  return {
    left: start / height,
    right: (start + slope * width) / height,
    isOpen: Math.abs(slope) < GROUND_SLOPE.level && textures.above < SKY_TEXTURE * textures.below,
  }
}

/** The kind of each cell (k-means, Lloyd 1982, begun at the cells that are farthest from each other). */
function kindsOf({ features, free }: Cells): Int32Array {
  const kinds = new Int32Array(free.length)
  const colourDistance = (cell: number, middle: Float32Array): number => {
    let sum = 0
    for (let nth = 0; nth < PICTURE_CELLS_FEATURES; nth++)
      sum += (features[cell * PICTURE_CELLS_FEATURES + nth]! - middle[nth]!) ** 2
    return sum
  }
  const featuresOf = (cell: number): Float32Array =>
    features.slice(cell * PICTURE_CELLS_FEATURES, (cell + 1) * PICTURE_CELLS_FEATURES)
  const first = Math.max(0, free.indexOf(1))
  const middles = [featuresOf(first)]
  const nearest = Float32Array.from(free, (_, cell) => colourDistance(cell, middles[0]!))
  while (middles.length < GROUND_KINDS.count) {
    let farthest = first
    for (const [cell, far] of nearest.entries())
      if (free[cell] && far > nearest[farthest]!) farthest = cell
    const middle = featuresOf(farthest)
    middles.push(middle)
    for (const [cell, far] of nearest.entries())
      nearest[cell] = Math.min(far, colourDistance(cell, middle))
  }
  for (let round = 0; round < GROUND_KINDS.rounds; round++) {
    for (const cell of free.keys()) {
      let least = Number.POSITIVE_INFINITY
      for (const [kind, middle] of middles.entries()) {
        const far = colourDistance(cell, middle)
        if (far < least) [least, kinds[cell]] = [far, kind]
      }
    }
    for (const [kind, middle] of middles.entries()) {
      const sums = new Float64Array(PICTURE_CELLS_FEATURES)
      let count = 0
      for (const [cell, own] of kinds.entries()) {
        if (own !== kind || !free[cell]) continue
        count++
        for (let nth = 0; nth < PICTURE_CELLS_FEATURES; nth++)
          sums[nth]! += features[cell * PICTURE_CELLS_FEATURES + nth]!
      }
      if (count > 0) middle.set(sums.map((sum) => sum / count))
    }
  }
  return kinds
}

/** How much more each cell looks like what is below a line than like what is above it, as a logarithm. */
function evidenceOf(
  kinds: Int32Array,
  line: Int32Array,
  { width, height, free }: Cells,
): Float32Array {
  const [above, below] = [
    new Float64Array(GROUND_KINDS.count).fill(1),
    new Float64Array(GROUND_KINDS.count).fill(1),
  ]
  for (let row = 0, cell = 0; row < height; row++) {
    for (let col = 0; col < width; col++, cell++) {
      if (free[cell]) (row < line[col]! ? above : below)[kinds[cell]!]! += 1
    }
  }
  const sum = (counts: Float64Array): number => counts.reduce((total, count) => total + count, 0)
  const [all, rest] = [sum(below), sum(above)]
  const ratios = below.map((count, kind) => Math.log(count / all / (above[kind]! / rest)))
  return Float32Array.from(
    kinds,
    (kind, cell) => GROUND_LINE.evidence * free[cell]! * ratios[kind]!,
  )
}

/** The line of the highest score through all columns; a line at the bottom says that there is no ground. */
function follow(
  evidence: Float32Array,
  edges: Float32Array,
  { width, height }: Size,
  first: number,
): { line: Int32Array<ArrayBuffer>; score: number } {
  const from = new Int32Array(width * (height + 1))
  let scores = new Float32Array(height + 1)
  for (let col = 0; col < width; col++) {
    const own = new Float32Array(height + 1)
    for (let row = height - 1; row >= 0; row--)
      own[row] = own[row + 1]! + evidence[row * width + col]!
    for (let row = 0; row < first; row++) own[row] = Number.NEGATIVE_INFINITY
    for (let row = first; row < height; row++)
      own[row]! += GROUND_LINE.edge * edges[row * width + col]!
    const next = new Float32Array(height + 1)
    let [highest, top] = [0, Number.NEGATIVE_INFINITY]
    for (const [row, score] of scores.entries()) if (score > top) [top, highest] = [score, row]
    for (let row = 0; row <= height; row++) {
      // From anywhere at the price of a jump, and from nearby at that of the way.
      let [best, where] = [top - GROUND_LINE.step * GROUND_LINE.mostSteps, highest]
      for (let off = -GROUND_LINE.mostSteps; off <= GROUND_LINE.mostSteps; off++) {
        const score =
          (scores[row + off] ?? Number.NEGATIVE_INFINITY) - GROUND_LINE.step * Math.abs(off)
        if (score > best) [best, where] = [score, row + off]
      }
      next[row] = best + own[row]!
      from[col * (height + 1) + row] = where
    }
    scores = next
  }
  let row = scores.indexOf(Math.max(...scores))
  const score = scores[row]!
  const line = new Int32Array(width)
  for (let col = width - 1; col >= 0; col--) {
    line[col] = row
    row = from[col * (height + 1) + row]!
  }
  return { line, score }
}
