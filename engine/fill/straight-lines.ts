import { roundedLuma } from '../raster/colour/luma.ts'
import { KNOWN, type Level, TARGET } from './level.ts'
import {
  ANGLE_BINS,
  DISTANCE_BIN,
  FIT_BAND,
  FIT_WITHIN,
  MAX_LINES,
  MIN_ALIGNMENT,
  MIN_EDGE_GRADIENT,
  MIN_EDGE_PIXELS,
  ROUGH_ALIGNMENT,
  SAME_ALIGNMENT,
} from './tuning.ts'

/**
 * A straight line in normal form: x cos + y sin = distance, in pixels. The normal (cos, sin) points to the lighter
 * side.
 */
export type Line = { cos: number; sin: number; distance: number }

/** Edge pixels: local maxima of the luma gradient across the edge. */
export type Edges = {
  /** Position of each edge pixel. */
  x: Int32Array
  y: Int32Array
  /** Direction of its gradient, towards the lighter side: a unit vector. */
  cos: Float64Array
  sin: Float64Array
  count: number
  /** For each pixel of the level the direction of its gradient, see {@link directionOf}, or 0 where it is no edge. */
  directionAt: Uint8Array
}

/** Steps of a full circle in which edge directions are stored; a byte holds them and 0 for none. */
export const DIRECTION_STEPS = 250

/** Edges are detected in blocks of 16 pixels (a power of two), up to this many blocks from one with target pixels. */
const BLOCK_SHIFT = 4
const SEARCH_BLOCKS = 4

/** The direction of a vector as a step of the circle, 1 to DIRECTION_STEPS + 1. */
export function directionOf(x: number, y: number): number {
  return 1 + Math.floor(((Math.atan2(y, x) + Math.PI) / (2 * Math.PI)) * DIRECTION_STEPS)
}

/**
 * Detects edge pixels among the known pixels near the target, thinned as in Canny 1986 by non-maximum suppression.
 * @param within blocks of 16 pixels from the target
 */
export function detectEdges(level: Level, within: number = SEARCH_BLOCKS): Edges {
  const { width, height, state, rgb } = level
  const near = blocksNear(level, within)
  const columns = (width >> BLOCK_SHIFT) + 1
  const xs: number[] = []
  const ys: number[] = []
  const cos: number[] = []
  const sin: number[] = []
  const directionAt = new Uint8Array(width * height)
  const detectInRow = (y: number): void => {
    const row = (y >> BLOCK_SHIFT) * columns
    for (let x = 2; x < width - 2; x++) {
      if (!near[row + (x >> BLOCK_SHIFT)]) {
        x |= (1 << BLOCK_SHIFT) - 1
        continue
      }
      const i = y * width + x
      if (state[i] !== KNOWN) continue
      const gx = luma(rgb, i + 1) - luma(rgb, i - 1)
      const gy = luma(rgb, i + width) - luma(rgb, i - width)
      const strength = gx * gx + gy * gy
      if (strength < MIN_EDGE_GRADIENT * MIN_EDGE_GRADIENT || !isAllKnown(state, i, width)) continue
      const step = Math.abs(gx) > Math.abs(gy) ? 1 : width
      if (
        strength <= squaredGradient(rgb, i - step, width) ||
        strength < squaredGradient(rgb, i + step, width)
      )
        continue
      xs.push(x)
      ys.push(y)
      const length = Math.sqrt(strength)
      cos.push(gx / length)
      sin.push(gy / length)
      directionAt[i] = directionOf(gx, gy)
    }
  }
  for (let y = 2; y < height - 2; y++) detectInRow(y)
  return {
    x: Int32Array.from(xs),
    y: Int32Array.from(ys),
    cos: Float64Array.from(cos),
    sin: Float64Array.from(sin),
    count: xs.length,
    directionAt,
  }
}

/**
 * The straight lines with the most edge pixels, in that order: a Hough transform with the angle taken from the gradient
 * (Duda and Hart 1972, O'Gorman and Clowes 1976), each line then fitted to its edge pixels.
 * @param width of the level, pixels
 * @param height of the level, pixels
 */
export function houghLines(edges: Edges, width: number, height: number): Line[] {
  const reach = Math.ceil(Math.hypot(width, height))
  const bins = Math.ceil((2 * reach) / DISTANCE_BIN) + 2
  const votes = new Uint16Array(ANGLE_BINS * bins)
  const cos = Float64Array.from({ length: ANGLE_BINS }, (_, a) =>
    Math.cos((2 * Math.PI * a) / ANGLE_BINS),
  )
  const sin = Float64Array.from({ length: ANGLE_BINS }, (_, a) =>
    Math.sin((2 * Math.PI * a) / ANGLE_BINS),
  )
  for (let n = 0; n < edges.count; n++) {
    const angle = Math.atan2(edges.sin[n]!, edges.cos[n]!)
    const middle = Math.round((angle / (2 * Math.PI)) * ANGLE_BINS)
    for (let off = -3; off <= 3; off++) {
      const a = (middle + off + ANGLE_BINS) % ANGLE_BINS
      const distance = edges.x[n]! * cos[a]! + edges.y[n]! * sin[a]!
      const at = a * bins + Math.round((distance + reach) / DISTANCE_BIN)
      votes[at] = votes[at]! + 1
    }
  }
  const peaks: { at: number; votes: number }[] = []
  for (let at = 0; at < votes.length; at++) {
    if (votes[at]! >= MIN_EDGE_PIXELS) peaks.push({ at, votes: votes[at]! })
  }
  peaks.sort((a, b) => b.votes - a.votes)
  const lines: Line[] = []
  const taken = new Uint8Array(votes.length)
  for (const { at } of peaks) {
    if (lines.length >= MAX_LINES) break
    if (taken[at]) continue
    const a = Math.floor(at / bins)
    const bin = at % bins
    for (let da = -5; da <= 5; da++) {
      for (let db = -2; db <= 2; db++) {
        const other =
          ((a + da + ANGLE_BINS) % ANGLE_BINS) * bins + Math.min(bins - 1, Math.max(0, bin + db))
        taken[other] = 1
      }
    }
    const line = fitLine(edges, {
      cos: cos[a]!,
      sin: sin[a]!,
      distance: bin * DISTANCE_BIN - reach,
    })
    if (line && !lines.some((other) => isSameLine(line, other, reach))) lines.push(line)
  }
  return lines
}

/** The line fitted to the edge pixels beside a rough one by total least squares; undefined where too few lie on it. */
function fitLine(edges: Edges, rough: Line): Line | undefined {
  let line = rough
  const close = edgesNear(edges, rough)
  for (const within of FIT_WITHIN) {
    let [n, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0]
    for (const k of close) {
      const x = edges.x[k]!
      const y = edges.y[k]!
      const off = x * line.cos + y * line.sin - line.distance
      if (off > within || off < -within) continue
      if (edges.cos[k]! * line.cos + edges.sin[k]! * line.sin < MIN_ALIGNMENT) continue
      n++
      sx += x
      sy += y
      sxx += x * x
      sxy += x * y
      syy += y * y
    }
    if (n < MIN_EDGE_PIXELS) return undefined
    const [mx, my] = [sx / n, sy / n]
    const angle = 0.5 * Math.atan2(2 * (sxy / n - mx * my), sxx / n - mx * mx - (syy / n - my * my))
    let [cos, sin] = [-Math.sin(angle), Math.cos(angle)]
    if (cos * rough.cos + sin * rough.sin < 0) [cos, sin] = [-cos, -sin]
    line = { cos, sin, distance: mx * cos + my * sin }
  }
  return line
}

/** The edge pixels in the band around a rough line whose direction agrees with it. */
function edgesNear({ x, y, cos, sin, count }: Edges, rough: Line): number[] {
  const near: number[] = []
  for (let k = 0; k < count; k++) {
    const off = x[k]! * rough.cos + y[k]! * rough.sin - rough.distance
    if (off > FIT_BAND || off < -FIT_BAND) continue
    if (cos[k]! * rough.cos + sin[k]! * rough.sin > ROUGH_ALIGNMENT) near.push(k)
  }
  return near
}

/** Whether two lines differ by less than a pixel in distance and less than 4 pixels over the level's diagonal. */
function isSameLine(a: Line, b: Line, reach: number): boolean {
  if (a.cos * b.cos + a.sin * b.sin < SAME_ALIGNMENT) return false
  return (
    Math.abs(a.distance - b.distance) < 1 && Math.abs(a.cos * b.sin - a.sin * b.cos) * reach < 4
  )
}

/** Whether the four neighbours of pixel i are known. */
export function isAllKnown(state: Uint8Array, i: number, width: number): boolean {
  return (
    state[i - 1] === KNOWN &&
    state[i + 1] === KNOWN &&
    state[i - width] === KNOWN &&
    state[i + width] === KNOWN
  )
}

/** Squared luma gradient at pixel i, in squared levels across two pixels. */
function squaredGradient(rgb: Uint8ClampedArray, i: number, width: number): number {
  const gx = luma(rgb, i + 1) - luma(rgb, i - 1)
  const gy = luma(rgb, i + width) - luma(rgb, i - width)
  return gx * gx + gy * gy
}

function luma(rgb: Uint8ClampedArray, i: number): number {
  return roundedLuma(rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!)
}

/** 1 for each block within so many blocks of one that holds a target pixel. */
function blocksNear({ width, height, state }: Level, within: number): Uint8Array {
  const columns = (width >> BLOCK_SHIFT) + 1
  const rows = (height >> BLOCK_SHIFT) + 1
  const near = new Uint8Array(columns * rows)
  const own = new Uint8Array(columns * rows)
  for (let y = 0, i = 0; y < height; y++) {
    const row = (y >> BLOCK_SHIFT) * columns
    for (let x = 0; x < width; x++, i++) if (state[i] === TARGET) own[row + (x >> BLOCK_SHIFT)] = 1
  }
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (!own[y * columns + x]) continue
      const left = Math.max(0, x - within)
      const right = Math.min(columns, x + within + 1)
      const bottom = Math.min(rows - 1, y + within)
      for (let yy = Math.max(0, y - within); yy <= bottom; yy++) {
        near.fill(1, yy * columns + left, yy * columns + right)
      }
    }
  }
  return near
}

/** Where two lines cross, and the sine of the angle between them; undefined for the same line twice. */
export function crossingOf(
  own: Line,
  other: Line,
): { x: number; y: number; turn: number } | undefined {
  const turn = own.cos * other.sin - own.sin * other.cos
  if (turn === 0) return undefined
  const x = (own.distance * other.sin - other.distance * own.sin) / turn
  const y = (own.cos * other.distance - other.cos * own.distance) / turn
  return { x, y, turn }
}
