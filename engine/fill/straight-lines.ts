import { KNOWN, type Level, TARGET } from './level.ts'

/** A straight line: where x · cos + y · sin = far, with the side of it that is lighter as its direction. */
export type Line = { cos: number; sin: number; distance: number }

/** Places where the light changes most across, and which way; `at` has that way in 250 steps, from 1, at each pixel. */
export type Edges = {
  x: Int32Array
  y: Int32Array
  cos: Float64Array
  sin: Float64Array
  count: number
  directionAt: Uint8Array
}

/** Levels of luma across two pixels from which a change is an edge. */
const MIN_EDGE_GRADIENT = 7

/** How far from what is wanted edges are looked for: blocks of 16 pixels. */
const BLOCK_SHIFT = 4
const SEARCH_BLOCKS = 4

/** Bins of the directions, over the whole circle, and pixels to a bin of the distances. */
const ANGLE_BINS = 360
const DISTANCE_BIN = 2

/** Edge pixels that make a line, and how many lines at most. */
const MIN_EDGE_PIXELS = 22
const MAX_LINES = 96

/** Cosine of how far an edge pixel's direction may be off its line's. */
const MIN_ALIGNMENT = 0.9

/** How far off a rough line pixels of the exact one may be, in pixels. */
const FIT_BAND = 12

/** Edge pixels of what is known near the wanted pixels. */
export function detectEdges(level: Level): Edges {
  const { width, height, state, rgb } = level
  const near = blocksNear(level)
  const columns = (width >> BLOCK_SHIFT) + 1
  const xs: number[] = []
  const ys: number[] = []
  const cos: number[] = []
  const sin: number[] = []
  const at = new Uint8Array(width * height)
  for (let y = 2; y < height - 2; y++) {
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
      at[i] = 1 + Math.floor(((Math.atan2(gy, gx) + Math.PI) / (2 * Math.PI)) * 250)
    }
  }
  return {
    x: Int32Array.from(xs),
    y: Int32Array.from(ys),
    cos: Float64Array.from(cos),
    sin: Float64Array.from(sin),
    count: xs.length,
    directionAt: at,
  }
}

/** The longest straight lines that edge pixels lie on, the longest first (a Hough transform, then least squares). */
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
      const far = edges.x[n]! * cos[a]! + edges.y[n]! * sin[a]!
      const at = a * bins + Math.round((far + reach) / DISTANCE_BIN)
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

/** The line through the edge pixels beside a rough one; undefined where too few lie on it. */
function fitLine(edges: Edges, rough: Line): Line | undefined {
  let line = rough
  const close = edgesNear(edges, rough)
  for (const within of [3, 1.5, 1]) {
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

/** Edge pixels that a line fitted to those within 3 pixels of a rough one may yet come near. */
function edgesNear({ x, y, cos, sin, count }: Edges, rough: Line): number[] {
  const near: number[] = []
  for (let k = 0; k < count; k++) {
    const off = x[k]! * rough.cos + y[k]! * rough.sin - rough.distance
    if (off > FIT_BAND || off < -FIT_BAND) continue
    if (cos[k]! * rough.cos + sin[k]! * rough.sin > 0.8) near.push(k)
  }
  return near
}

function isSameLine(a: Line, b: Line, reach: number): boolean {
  if (a.cos * b.cos + a.sin * b.sin < 0.99) return false
  return (
    Math.abs(a.distance - b.distance) < 1 && Math.abs(a.cos * b.sin - a.sin * b.cos) * reach < 4
  )
}

/** Whether a pixel's four neighbours are known. */
export function isAllKnown(state: Uint8Array, i: number, width: number): boolean {
  return (
    state[i - 1] === KNOWN &&
    state[i + 1] === KNOWN &&
    state[i - width] === KNOWN &&
    state[i + width] === KNOWN
  )
}

function squaredGradient(rgb: Uint8ClampedArray, i: number, width: number): number {
  const gx = luma(rgb, i + 1) - luma(rgb, i - 1)
  const gy = luma(rgb, i + width) - luma(rgb, i - width)
  return gx * gx + gy * gy
}

function luma(rgb: Uint8ClampedArray, i: number): number {
  return 0.3 * rgb[3 * i]! + 0.6 * rgb[3 * i + 1]! + 0.1 * rgb[3 * i + 2]!
}

/** 1 for each block that something wanted is in or near. */
function blocksNear({ width, height, state }: Level): Uint8Array {
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
      const left = Math.max(0, x - SEARCH_BLOCKS)
      const right = Math.min(columns, x + SEARCH_BLOCKS + 1)
      for (
        let yy = Math.max(0, y - SEARCH_BLOCKS);
        yy <= Math.min(rows - 1, y + SEARCH_BLOCKS);
        yy++
      ) {
        near.fill(1, yy * columns + left, yy * columns + right)
      }
    }
  }
  return near
}
