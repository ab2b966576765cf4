import { KNOWN, type Level, WANTED } from './level.ts'
import { type Edges, edgesOf, isAllKnown, type Line, straightLines } from './straight-edges.ts'

/**
 * How far beside a gap a line must be seen, in pixels, and over which share of them. Of the first `next` to the gap where it
 * could be seen it must be on `most`: a line that ends at a corner before the gap does not go in.
 */
const SUPPORT = { length: 14, share: 0.6, next: 5, most: 4 } as const

/** Half the width of what is joined along a line. */
const HALF = 5

/** What is copied of a line: at most so many pixels beside the gap. */
const COPIED = 32

/** How unlike the two ends may be across the line, as a share of what changes there, and in mean levels. */
const UNLIKE = { across: 0.25, levels: 24 } as const

/** Levels by which a line's colour may change along it and be its grain. */
const GRAIN = 8

/** Pixels next to a gap that may be tinged by what covers it. */
const TINGED = 2

/**
 * Joins straight lines that go in behind the foreground on one side and come out on the other: colours the wanted
 * pixels along each like its two ends, and makes them known.
 */
export function joinLines(level: Level): void {
  const edges = edgesOf(level)
  for (const line of straightLines(edges, level.width, level.height)) {
    for (const gap of gapsOf(level, edges, line)) join(level, line, gap)
  }
}

/** Along a line, in pixels from its foot: what is not known, and how much is known before and after. */
type Gap = { from: number; to: number; before: number; after: number }

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
    const x = Math.round(line.far * line.cos - t * line.sin)
    const y = Math.round(line.far * line.sin + t * line.cos)
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue
    const i = y * width + x
    kind[t + reach] = state[i]!
    if (state[i] !== KNOWN) continue
    const across = Math.abs(line.cos) > Math.abs(line.sin) ? 1 : width
    const near = [i, i - across, i + across]
    if (near.every((k) => isAllKnown(state, k, width))) seen[t + reach] = ABSENT
    for (const k of near) {
      const own = edges.at[k]!
      if (own === 0) continue
      const turn = Math.abs(own - bin)
      if (Math.min(turn, 250 - turn) <= 14) seen[t + reach] = SEEN
    }
  }
  const gaps: Gap[] = []
  for (let s = 1; s < kind.length; s++) {
    if (kind[s] === KNOWN || kind[s] === OUT || kind[s - 1] !== KNOWN) continue
    let end = s
    let isWanted = false
    while (end < kind.length && kind[end] !== KNOWN && kind[end] !== OUT) {
      if (kind[end] === WANTED) isWanted = true
      end++
    }
    if (isWanted && kind[end] === KNOWN) {
      const before = support(kind, seen, s - 1 - TINGED, -1)
      const after = support(kind, seen, end + TINGED, 1)
      if (before && after) gaps.push({ from: s - reach, to: end - 1 - reach, before, after })
    }
    s = end
  }
  return gaps
}

/** Over how many pixels from one on a line is seen without a break; 0 where it is not seen enough. */
function support(kind: Uint8Array, seen: Uint8Array, from: number, step: number): number {
  let [count, clear, length] = [0, 0, 0]
  for (let n = 0, at = from; n < COPIED && kind[at] === KNOWN; n++, at += step) {
    if (seen[at] === SEEN) count++
    if (seen[at] !== UNCLEAR && ++clear === SUPPORT.next && count < SUPPORT.most) return 0
    if (n >= SUPPORT.length - 1 && count < SUPPORT.share * (n + 1)) break
    length = n + 1
  }
  return length >= SUPPORT.length ? length : 0
}

function join(level: Level, line: Line, gap: Gap): void {
  const before = endOf(level, line, gap.from - 1 - TINGED, -1, gap.before)
  const after = endOf(level, line, gap.to + 1 + TINGED, 1, gap.after)
  if (!areAlike(before.across, after.across)) return
  const { width, height, rgb, state } = level
  const painted: number[] = []
  const done = new Set<number>()
  const [a, b] = [new Float64Array(3), new Float64Array(3)]
  for (let t = gap.from; t <= gap.to; t += 0.5) {
    for (let o = -HALF; o <= HALF; o += 0.5) {
      const x = Math.round((line.far + o) * line.cos - t * line.sin)
      const y = Math.round((line.far + o) * line.sin + t * line.cos)
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      const i = y * width + x
      if (state[i] !== WANTED || done.has(i)) continue
      done.add(i)
      const off = x * line.cos + y * line.sin - line.far
      const along = y * line.cos - x * line.sin
      const first = colourAt(level, line, before, along - gap.from, off, a)
      const last = colourAt(level, line, after, gap.to - along, off, b)
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

/** What is known of a line beside a gap: from which pixel on, which way, how far, and the colours across it. */
type End = { from: number; step: number; length: number; across: Float64Array }

/** The colours across are medians from one side to the other, NaN where too little is known. */
function endOf(level: Level, line: Line, from: number, step: number, length: number): End {
  const across = new Float64Array(3 * (2 * HALF + 1)).fill(Number.NaN)
  const one = new Float64Array(3)
  for (let o = -HALF; o <= HALF; o++) {
    const seen: number[][] = [[], [], []]
    for (let n = 0; n < length; n++) {
      if (!sample(level, line, from + n * step, o, one)) continue
      for (let c = 0; c < 3; c++) seen[c]!.push(one[c]!)
    }
    if (seen[0]!.length < length / 3) continue
    for (let c = 0; c < 3; c++) {
      const values = seen[c]!.sort((p, q) => p - q)
      across[3 * (o + HALF) + c] = values[values.length >> 1]!
    }
  }
  return { from, step, length, across }
}

/**
 * The colour across a line `off` pixels beside it, into `out`, with the grain of the end mirrored over and over into the
 * gap; what crosses the line is no grain. False where too little is known.
 */
function colourAt(
  level: Level,
  line: Line,
  { from, step, length, across }: End,
  into: number,
  off: number,
  out: Float64Array,
): boolean {
  const beside = Math.min(2 * HALF - 1e-6, Math.max(0, off + HALF))
  const at = 3 * Math.floor(beside)
  const f = beside - Math.floor(beside)
  const period = 2 * (length - 1)
  const back = ((into % period) + period) % period
  const t = from + step * (back < length ? back : period - back)
  const hasGrain = sample(level, line, t, off, out)
  for (let c = 0; c < 3; c++) {
    const plain = across[at + c]! + f * (across[at + 3 + c]! - across[at + c]!)
    if (Number.isNaN(plain)) return false
    const grain = hasGrain ? out[c]! - plain : 0
    out[c] = Math.abs(grain) > GRAIN ? plain : plain + grain
  }
  return true
}

/** Whether two profiles change alike where both are known, which must be most of the way. */
function areAlike(a: Float64Array, b: Float64Array): boolean {
  const both: number[] = []
  for (let n = 0; n < a.length; n++) if (!Number.isNaN(a[n]! + b[n]!)) both.push(n)
  const count = both.length / 3
  if (count <= HALF) return false
  const [ma, mb] = [new Float64Array(3), new Float64Array(3)]
  for (const n of both) {
    ma[n % 3] = ma[n % 3]! + a[n]! / count
    mb[n % 3] = mb[n % 3]! + b[n]! / count
  }
  let [unlike, changes] = [0, 0]
  for (const n of both) {
    const [da, db] = [a[n]! - ma[n % 3]!, b[n]! - mb[n % 3]!]
    unlike += (da - db) ** 2
    changes += (da ** 2 + db ** 2) / 2
  }
  const apart = Math.max(...ma.map((level, c) => Math.abs(level - mb[c]!)))
  return apart < UNLIKE.levels && unlike < UNLIKE.across * changes
}

/** The colour `t` along and `off` beside a line, between its four pixels; false unless all of them are known. */
function sample(
  { width, height, rgb, state }: Level,
  line: Line,
  t: number,
  off: number,
  out: Float64Array,
): boolean {
  const x = (line.far + off) * line.cos - t * line.sin
  const y = (line.far + off) * line.sin + t * line.cos
  const left = Math.floor(x)
  const top = Math.floor(y)
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return false
  const i = top * width + left
  if (state[i] !== KNOWN || state[i + 1] !== KNOWN) return false
  if (state[i + width] !== KNOWN || state[i + width + 1] !== KNOWN) return false
  const [fx, fy] = [x - left, y - top]
  for (let c = 0; c < 3; c++) {
    const above = rgb[3 * i + c]! + fx * (rgb[3 * i + 3 + c]! - rgb[3 * i + c]!)
    const k = 3 * (i + width) + c
    const below = rgb[k]! + fx * (rgb[k + 3]! - rgb[k]!)
    out[c] = above + fy * (below - above)
  }
  return true
}

const ease = (f: number): number => {
  const g = Math.min(1, Math.max(0, f))
  return g * g * (3 - 2 * g)
}
