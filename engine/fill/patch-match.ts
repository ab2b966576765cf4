import { type Level, OCCLUDED, sourceCentres, TARGET } from './level.ts'
import { PATCH_RADIUS, type PaddedLevel, patchDistance } from './patch-distance.ts'
import { patchStatistics, windowAround } from './patch-statistics.ts'

/**
 * What a pixel (of the full size) of distance costs a match, in squared grey levels: among patches that look alike the
 * nearest wins, because light and texture change across a picture.
 */
const DISTANCE_COST = 0.3

/**
 * What is invented keeps to what the rim tells: a match costs as much as it strays from the first guess, at
 * `most` so many squared grey levels. Where the guess is as `restless` as this it is believed by half.
 */
const DEVIATION_COST = { most: 400, restless: 300 } as const

/** How much of a patch's unrest counts as straying. */
const VARIANCE_WEIGHT = 0.5

/** For each place near the wanted pixels the centre of the known patch that looks most like its own surroundings. */
export type Matches = {
  /** Pixel indices of the places, row by row. */
  pixels: Int32Array
  /** For each pixel its number in `places`, or -1. */
  slot: Int32Array
  /** For each place the pixel index of its match, or -1. */
  match: Int32Array
  /** For each place the mean squared difference to its match. */
  cost: Float32Array
  /** 1 where a patch may be copied from. */
  isSource: Uint8Array
  /** For each place what `around` was of it before anything was matched: what lies there as far as the rim tells. */
  expected: Float32Array
  /** For each place how far the guess is to be believed, 0 to 1. */
  expectedConfidence: Float32Array
  /** The mean red, green and blue of the patch around each pixel, and how much it varies. */
  patchStats: Float32Array
  /** The farthest a match may be, pixels of this level: what is behind a rim looks like what is beside it. */
  maxDistance: number
}

/**
 * Places whose patch touches a wanted pixel, with no match yet; `farthest` in pixels of the full size. Of more than
 * `mostSearched` places none is searched for, and what is around them is not needed.
 */
export function createMatches(level: Level, farthest: number, mostSearched: number): Matches {
  const { width, height, state } = level
  const near = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const end = (y + 1) * width
    for (let i = y * width; i < end; i++) {
      if (state[i] !== TARGET) continue
      const first = i
      while (i + 1 < end && state[i + 1] === TARGET) i++
      const left = Math.max(y * width, first - PATCH_RADIUS) - y * width
      const right = Math.min(end, i + PATCH_RADIUS + 1) - y * width
      for (
        let yy = Math.max(0, y - PATCH_RADIUS);
        yy <= Math.min(height - 1, y + PATCH_RADIUS);
        yy++
      ) {
        near.fill(1, yy * width + left, yy * width + right)
      }
    }
  }
  const list: number[] = []
  const slot = new Int32Array(width * height).fill(-1)
  for (let i = 0; i < near.length; i++) {
    if (near[i] && state[i] !== OCCLUDED) slot[i] = list.push(i) - 1
  }
  const places = Int32Array.from(list)
  const isSearched = places.length <= mostSearched
  const within = windowAround(level, places, Math.ceil(farthest / level.scale))
  const around = isSearched ? patchStatistics(level, within) : new Float32Array(0)
  const guess = new Float32Array(4 * places.length)
  for (let k = 0; isSearched && k < places.length; k++) {
    const at = 4 * places[k]!
    for (let n = 0; n < 4; n++) guess[4 * k + n] = around[at + n]!
  }
  return {
    expected: guess,
    expectedConfidence: confidenceOfExpected(level, places, guess),
    patchStats: around,
    pixels: places,
    slot,
    match: new Int32Array(places.length).fill(-1),
    cost: new Float32Array(places.length).fill(Number.POSITIVE_INFINITY),
    isSource: sourceCentres(level, PATCH_RADIUS),
    maxDistance: farthest / level.scale,
  }
}

/**
 * One sweep of PatchMatch (Barnes et al. 2009): each place tries the matches of the neighbours before it in sweep
 * order, then random places in shrinking windows around its best, at first `within` so many pixels.
 */
export function propagateAndSearch(
  level: Level,
  sheet: PaddedLevel,
  m: Matches,
  backward: boolean,
  random: () => number,
  within: number,
): void {
  const { width, height } = level
  const step = backward ? -1 : 1
  const count = m.pixels.length
  const widest = Math.max(16, Math.min(within, m.maxDistance, width, height))
  for (let n = 0; n < count; n++) {
    const k = backward ? count - 1 - n : n
    const p = m.pixels[k]!
    if (m.match[k] === -1) searchInitial(level, sheet, m, k, random)
    for (const from of [p - step, p - step * width]) {
      const other = m.slot[from] ?? -1
      if (other >= 0 && m.match[other]! >= 0)
        tryCandidate(level, sheet, m, k, m.match[other]! + p - from)
    }
    for (let reach = widest; reach >= 1 && m.match[k]! >= 0; reach /= 2.5) {
      const at = m.match[k]!
      const x = Math.round((at % width) + (random() * 2 - 1) * reach)
      const y = Math.round(Math.floor(at / width) + (random() * 2 - 1) * reach)
      if (x >= 0 && y >= 0 && x < width && y < height)
        tryCandidate(level, sheet, m, k, y * width + x)
    }
  }
}

/** Costs of the present matches again, after the wanted pixels changed. */
export function updateCosts(level: Level, sheet: PaddedLevel, m: Matches): void {
  for (let k = 0; k < m.pixels.length; k++) {
    if (m.match[k]! < 0) continue
    m.cost[k] = matchCost(level, sheet, m, k, m.match[k]!, Number.POSITIVE_INFINITY)
  }
}

function searchInitial(
  level: Level,
  sheet: PaddedLevel,
  m: Matches,
  k: number,
  random: () => number,
): void {
  const { width, height } = level
  const p = m.pixels[k]!
  const px = p % width
  const py = (p - px) / width
  let reach = 2 * PATCH_RADIUS
  for (let trial = 0; trial < 40; trial++) {
    const x = Math.round(px + (random() * 2 - 1) * reach)
    const y = Math.round(py + (random() * 2 - 1) * reach)
    reach *= 1.15
    if (x >= 0 && y >= 0 && x < width && y < height) tryCandidate(level, sheet, m, k, y * width + x)
  }
}

function tryCandidate(
  level: Level,
  sheet: PaddedLevel,
  m: Matches,
  k: number,
  candidate: number,
): void {
  if (!m.isSource[candidate] || candidate === m.match[k]) return
  const cost = matchCost(level, sheet, m, k, candidate, m.cost[k]!)
  if (cost < m.cost[k]!) {
    m.cost[k] = cost
    m.match[k] = candidate
  }
}

function matchCost(
  { width, scale }: Level,
  sheet: PaddedLevel,
  m: Matches,
  k: number,
  q: number,
  limit: number,
): number {
  const p = m.pixels[k]!
  const x = p % width
  const y = (p - x) / width
  const dx = x - (q % width)
  const dy = y - (q - (q % width)) / width
  const far = Math.sqrt(dx * dx + dy * dy)
  if (far > m.maxDistance) return Number.POSITIVE_INFINITY
  const given = DISTANCE_COST * scale * far + deviationCost(m, k, q)
  if (given >= limit) return Number.POSITIVE_INFINITY
  return given + patchDistance(sheet, k, q, limit - given)
}

/** Before calm surroundings and near them a guess is sure; before stripes and patterns it says little. */
function confidenceOfExpected(
  { confidence }: Level,
  places: Int32Array,
  guess: Float32Array,
): Float32Array {
  return Float32Array.from(
    places,
    (p, k) =>
      Math.sqrt(confidence[p]!) / (1 + Math.max(0, guess[4 * k + 3]!) / DEVIATION_COST.restless),
  )
}

/** By how much a known patch is another colour than was guessed for a place, or more restless: squared grey levels. */
export function deviation(
  { expected, expectedConfidence, patchStats }: Matches,
  k: number,
  q: number,
): number {
  const p = 4 * k
  const from = 4 * q
  const r = patchStats[from]! - expected[p]!
  const g = patchStats[from + 1]! - expected[p + 1]!
  const b = patchStats[from + 2]! - expected[p + 2]!
  const restless = patchStats[from + 3]! - expected[p + 3]!
  return expectedConfidence[k]! * (r * r + g * g + b * b + VARIANCE_WEIGHT * Math.max(0, restless))
}

/** What straying costs a match. */
export function deviationCost(m: Matches, k: number, q: number): number {
  return Math.min(DEVIATION_COST.most, deviation(m, k, q))
}
