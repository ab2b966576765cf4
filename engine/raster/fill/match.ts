import { HIDDEN, type Level, sources, WANTED } from './level.ts'

/** Half the side of a patch: patches are 7 x 7. */
export const REACH = 3

/**
 * What a pixel (of the full size) of distance costs a match, in squared grey levels: among patches that look alike the
 * nearest wins, because light and texture change across a picture.
 */
const NEAR = 0.3

/**
 * What is invented keeps to what the rim tells: a match costs as much as it strays from the first guess, at
 * `most` so many squared grey levels. Where the guess is as `restless` as this it is believed by half.
 */
const CALM = { most: 400, restless: 300 } as const

/** How much of a patch's unrest counts as straying. */
const UNREST = 0.5

/** For each place near the wanted pixels the centre of the known patch that looks most like its own surroundings. */
export type Matches = {
  /** Pixel indices of the places, row by row. */
  places: Int32Array
  /** For each pixel its number in `places`, or -1. */
  slot: Int32Array
  /** For each place the pixel index of its match, or -1. */
  match: Int32Array
  /** For each place the mean squared difference to its match. */
  cost: Float32Array
  /** 1 where a patch may be copied from. */
  source: Uint8Array
  /** For each place what `around` was of it before anything was matched: what lies there as far as the rim tells. */
  guess: Float32Array
  /** For each place how far the guess is to be believed, 0 to 1. */
  faith: Float32Array
  /** The mean red, green and blue of the patch around each pixel, and how much it varies. */
  around: Float32Array
  /** The farthest a match may be, pixels of this level: what is behind a rim looks like what is beside it. */
  farthest: number
}

/**
 * Places whose patch touches a wanted pixel, with no match yet; `farthest` in pixels of the full size. Of more than
 * `mostSearched` places none is searched for, and what is around them is not needed.
 */
export function unmatched(level: Level, farthest: number, mostSearched: number): Matches {
  const { width, height, state } = level
  const near = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const end = (y + 1) * width
    for (let i = y * width; i < end; i++) {
      if (state[i] !== WANTED) continue
      const first = i
      while (i + 1 < end && state[i + 1] === WANTED) i++
      const left = Math.max(y * width, first - REACH) - y * width
      const right = Math.min(end, i + REACH + 1) - y * width
      for (let yy = Math.max(0, y - REACH); yy <= Math.min(height - 1, y + REACH); yy++) {
        near.fill(1, yy * width + left, yy * width + right)
      }
    }
  }
  const list: number[] = []
  const slot = new Int32Array(width * height).fill(-1)
  for (let i = 0; i < near.length; i++) {
    if (near[i] && state[i] !== HIDDEN) slot[i] = list.push(i) - 1
  }
  const places = Int32Array.from(list)
  const isSearched = places.length <= mostSearched
  const around = isSearched ? patches(level) : new Float32Array(0)
  const guess = new Float32Array(4 * places.length)
  for (let k = 0; isSearched && k < places.length; k++) {
    const at = 4 * places[k]!
    for (let n = 0; n < 4; n++) guess[4 * k + n] = around[at + n]!
  }
  return {
    guess,
    faith: faithIn(level, places, guess),
    around,
    places,
    slot,
    match: new Int32Array(places.length).fill(-1),
    cost: new Float32Array(places.length).fill(Number.POSITIVE_INFINITY),
    source: sources(level, REACH),
    farthest: farthest / level.scale,
  }
}

/** How unlike two patches are: mean squared difference, each pixel as far as it
 * is to be believed; infinite when that is certainly above `limit`. */
function difference(
  { width, height, rgb, trust }: Level,
  ax: number,
  ay: number,
  shift: number,
  limit: number,
): number {
  let sum = 0
  let count = 0
  const most = limit * (2 * REACH + 1) ** 2
  const left = Math.max(0, ax - REACH)
  const right = Math.min(width - 1, ax + REACH)
  const bottom = Math.min(height - 1, ay + REACH)
  const by = 3 * shift
  for (let y = Math.max(0, ay - REACH); y <= bottom; y++) {
    const end = y * width + right
    for (let p = y * width + left; p <= end; p++) {
      const weight = trust[p]!
      if (weight === 0) continue
      const own = 3 * p
      const q = own + by
      const r = rgb[own]! - rgb[q]!
      const g = rgb[own + 1]! - rgb[q + 1]!
      const b = rgb[own + 2]! - rgb[q + 2]!
      sum += weight * (r * r + g * g + b * b)
      count += weight
    }
    if (sum > most) return Number.POSITIVE_INFINITY
  }
  return count === 0 ? Number.POSITIVE_INFINITY : sum / count
}

/**
 * One sweep of PatchMatch (Barnes et al. 2009): each place tries the matches of the neighbours before it in sweep
 * order, then random places in shrinking windows around its best, at first `within` so many pixels.
 */
export function sweep(
  level: Level,
  m: Matches,
  backward: boolean,
  random: () => number,
  within: number,
): void {
  const { width, height } = level
  const step = backward ? -1 : 1
  const count = m.places.length
  const widest = Math.max(16, Math.min(within, m.farthest, width, height))
  for (let n = 0; n < count; n++) {
    const k = backward ? count - 1 - n : n
    const p = m.places[k]!
    if (m.match[k] === -1) seek(level, m, k, random)
    for (const from of [p - step, p - step * width]) {
      const other = m.slot[from] ?? -1
      if (other >= 0 && m.match[other]! >= 0) consider(level, m, k, m.match[other]! + p - from)
    }
    for (let reach = widest; reach >= 1 && m.match[k]! >= 0; reach /= 2.5) {
      const at = m.match[k]!
      const x = Math.round((at % width) + (random() * 2 - 1) * reach)
      const y = Math.round(Math.floor(at / width) + (random() * 2 - 1) * reach)
      if (x >= 0 && y >= 0 && x < width && y < height) consider(level, m, k, y * width + x)
    }
  }
}

/** Costs of the present matches again, after the wanted pixels changed. */
export function reprice(level: Level, m: Matches): void {
  for (let k = 0; k < m.places.length; k++) {
    if (m.match[k]! < 0) continue
    m.cost[k] = price(level, m, k, m.match[k]!, Number.POSITIVE_INFINITY)
  }
}

function seek(level: Level, m: Matches, k: number, random: () => number): void {
  const { width, height } = level
  const p = m.places[k]!
  const px = p % width
  const py = (p - px) / width
  let reach = 2 * REACH
  for (let trial = 0; trial < 40; trial++) {
    const x = Math.round(px + (random() * 2 - 1) * reach)
    const y = Math.round(py + (random() * 2 - 1) * reach)
    reach *= 1.15
    if (x >= 0 && y >= 0 && x < width && y < height) consider(level, m, k, y * width + x)
  }
}

function consider(level: Level, m: Matches, k: number, candidate: number): void {
  if (!m.source[candidate] || candidate === m.match[k]) return
  const cost = price(level, m, k, candidate, m.cost[k]!)
  if (cost < m.cost[k]!) {
    m.cost[k] = cost
    m.match[k] = candidate
  }
}

function price(level: Level, m: Matches, k: number, q: number, limit: number): number {
  const p = m.places[k]!
  const { width } = level
  const x = p % width
  const y = (p - x) / width
  const dx = x - (q % width)
  const dy = y - (q - (q % width)) / width
  const far = Math.sqrt(dx * dx + dy * dy)
  if (far > m.farthest) return Number.POSITIVE_INFINITY
  const given = NEAR * level.scale * far + strayed(m, k, q)
  if (given >= limit) return Number.POSITIVE_INFINITY
  return given + difference(level, x, y, q - p, limit - given)
}

/** What is known or guessed around each pixel: the mean red, green and blue of its patch, and how much it varies. */
function patches({ width, height, rgb, trust }: Level): Float32Array {
  const down = new Int32Array(5 * width)
  const around = new Float32Array(4 * width * height)
  const add = (y: number, sign: number) => {
    for (let x = 0, i = y * width, at = 0; x < width; x++, i++, at += 5) {
      if (trust[i] === 0) continue
      const r = rgb[3 * i]!
      const g = rgb[3 * i + 1]!
      const b = rgb[3 * i + 2]!
      down[at] = down[at]! + sign * r
      down[at + 1] = down[at + 1]! + sign * g
      down[at + 2] = down[at + 2]! + sign * b
      down[at + 3] = down[at + 3]! + sign * (r * r + g * g + b * b)
      down[at + 4] = down[at + 4]! + sign
    }
  }
  for (let y = 0; y < Math.min(REACH, height); y++) add(y, 1)
  for (let y = 0; y < height; y++) {
    if (y + REACH < height) add(y + REACH, 1)
    if (y > REACH) add(y - REACH - 1, -1)
    let [r, g, b, squares, n] = [0, 0, 0, 0, 0]
    for (let x = -REACH; x < width; x++) {
      const on = 5 * (x + REACH)
      if (x + REACH < width) {
        r += down[on]!
        g += down[on + 1]!
        b += down[on + 2]!
        squares += down[on + 3]!
        n += down[on + 4]!
      }
      const off = 5 * (x - REACH - 1)
      if (off >= 0) {
        r -= down[off]!
        g -= down[off + 1]!
        b -= down[off + 2]!
        squares -= down[off + 3]!
        n -= down[off + 4]!
      }
      if (x < 0 || n === 0) continue
      const at = 4 * (y * width + x)
      around[at] = r / n
      around[at + 1] = g / n
      around[at + 2] = b / n
      around[at + 3] = squares / n - (r * r + g * g + b * b) / (n * n)
    }
  }
  return around
}

/** Before calm surroundings and near them a guess is sure; before stripes and patterns it says little. */
function faithIn({ trust }: Level, places: Int32Array, guess: Float32Array): Float32Array {
  return Float32Array.from(
    places,
    (p, k) => Math.sqrt(trust[p]!) / (1 + Math.max(0, guess[4 * k + 3]!) / CALM.restless),
  )
}

/** By how much a known patch is another colour than was guessed for a place, or more restless: squared grey levels. */
export function astray({ guess, faith, around }: Matches, k: number, q: number): number {
  const p = 4 * k
  const from = 4 * q
  const r = around[from]! - guess[p]!
  const g = around[from + 1]! - guess[p + 1]!
  const b = around[from + 2]! - guess[p + 2]!
  const restless = around[from + 3]! - guess[p + 3]!
  return faith[k]! * (r * r + g * g + b * b + UNREST * Math.max(0, restless))
}

/** What straying costs a match. */
export function strayed(m: Matches, k: number, q: number): number {
  return Math.min(CALM.most, astray(m, k, q))
}
