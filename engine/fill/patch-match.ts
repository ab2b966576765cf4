import { type Level, OCCLUDED, sourceCentres, TARGET } from './level.ts'
import { PATCH_RADIUS, type PaddedLevel, patchDistance } from './patch-distance.ts'
import { patchStatistics, windowAround } from './patch-statistics.ts'
import {
  DEVIATION_COST,
  DISTANCE_COST,
  INITIAL_TRIALS,
  VARIANCE_WEIGHT,
  WINDOW_GROWS,
  WINDOW_SHRINKS,
} from './tuning.ts'

/**
 * A nearest-neighbour field (Barnes et al. 2009) over the pixels around the target: for each of them the centre of the
 * known patch that looks most like its own patch. The pixels are numbered row by row; such a number is called a slot.
 */
export type Matches = {
  /** Pixel index of each slot. */
  pixels: Int32Array
  /** Slot of each pixel, or -1. */
  slot: Int32Array
  /** Pixel index of each slot's match, or -1. */
  match: Int32Array
  /** Cost of each slot's match: mean squared level difference plus the costs of distance and deviation. */
  cost: Float32Array
  /** 1 for each pixel that may be the centre of a match: its patch is known. */
  isSource: Uint8Array
  /** Patch statistics of each slot before any match was made, as the onion peel predicts them: r, g, b, variance. */
  expected: Float32Array
  /** Confidence in each slot's `expected`, 0-1. */
  expectedConfidence: Float32Array
  /** Patch statistics around each pixel: mean r, g, b and variance, four values a pixel. */
  patchStats: Float32Array
  /** The farthest a match may be, in pixels of this level. The background behind a rim looks like that beside it. */
  maxDistance: number
  /** What distance costs across and down, in squared levels a full-size pixel; absent: the same in every direction. */
  distanceCost?: { x: number; y: number }
  /** What a match with each pixel costs in addition, in squared levels. */
  sourceCost?: Float32Array
  /** Signs of what lies on either side of a line, and 0: a match over it costs so much more, in squared levels. */
  parted?: { parts: Int8Array; cost: number }
  /** A match should have the expected variance, not only at most as much: flat patches are as wrong as lively ones. */
  asLively?: boolean
}

/**
 * The pixels whose patch touches a target pixel, without matches yet.
 * @param maxDistance farthest match, full-size pixels
 * @param maxSearched with more pixels than this the level is not searched, and its statistics are left out
 */
export function createMatches(level: Level, maxDistance: number, maxSearched: number): Matches {
  const { width, height, state } = level
  const near = nearTarget(level)
  const list: number[] = []
  const slot = new Int32Array(width * height).fill(-1)
  for (let i = 0; i < near.length; i++) {
    if (near[i] && state[i] !== OCCLUDED) slot[i] = list.push(i) - 1
  }
  const pixels = Int32Array.from(list)
  const isSearched = pixels.length <= maxSearched
  const window = windowAround(level, pixels, Math.ceil(maxDistance / level.scale))
  const patchStats = isSearched ? patchStatistics(level, window) : new Float32Array(0)
  const expected = new Float32Array(4 * pixels.length)
  for (let k = 0; isSearched && k < pixels.length; k++) {
    const at = 4 * pixels[k]!
    for (let n = 0; n < 4; n++) expected[4 * k + n] = patchStats[at + n]!
  }
  return {
    pixels,
    slot,
    match: new Int32Array(pixels.length).fill(-1),
    cost: new Float32Array(pixels.length).fill(Number.POSITIVE_INFINITY),
    isSource: sourceCentres(level, PATCH_RADIUS),
    expected,
    expectedConfidence: confidenceOfExpected(level, pixels, expected),
    patchStats,
    maxDistance: maxDistance / level.scale,
  }
}

/** The target dilated by a patch radius: 1 for each pixel whose patch touches a target pixel. */
function nearTarget({ width, height, state }: Level): Uint8Array {
  const near = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const end = (y + 1) * width
    const top = Math.max(0, y - PATCH_RADIUS)
    const bottom = Math.min(height - 1, y + PATCH_RADIUS)
    for (let i = y * width; i < end; i++) {
      if (state[i] !== TARGET) continue
      const first = i
      while (i + 1 < end && state[i + 1] === TARGET) i++
      const left = Math.max(y * width, first - PATCH_RADIUS) - y * width
      const right = Math.min(end, i + PATCH_RADIUS + 1) - y * width
      for (let yy = top; yy <= bottom; yy++) near.fill(1, yy * width + left, yy * width + right)
    }
  }
  return near
}

/**
 * One sweep of PatchMatch (Barnes et al. 2009, "PatchMatch: a randomized correspondence algorithm"). Each pixel tries
 * the shifted matches of its two neighbours that came before it (propagation), then random pixels in shrinking windows
 * around its best match (random search).
 * @param backward sweep from the last pixel to the first
 * @param within half the side of the first search window, pixels of this level
 */
export function propagateAndSearch(
  level: Level,
  padded: PaddedLevel,
  m: Matches,
  backward: boolean,
  random: () => number,
  within: number,
): void {
  const { width, height } = level
  const { pixels, slot, match } = m
  const step = backward ? -1 : 1
  const count = pixels.length
  const widest = Math.max(16, Math.min(within, m.maxDistance, width, height))
  for (let n = 0; n < count; n++) {
    const k = backward ? count - 1 - n : n
    const p = pixels[k]!
    if (match[k] === -1) searchInitial(level, padded, m, k, random)
    const beside = slot[p - step] ?? -1
    if (beside >= 0 && match[beside]! >= 0) tryMatch(level, padded, m, k, match[beside]! + step)
    const before = slot[p - step * width] ?? -1
    if (before >= 0 && match[before]! >= 0)
      tryMatch(level, padded, m, k, match[before]! + step * width)
    for (let reach = widest; reach >= 1 && match[k]! >= 0; reach /= WINDOW_SHRINKS) {
      const at = match[k]!
      const row = (at / width) | 0
      const x = Math.round(at - row * width + (random() * 2 - 1) * reach)
      const y = Math.round(row + (random() * 2 - 1) * reach)
      if (x >= 0 && y >= 0 && x < width && y < height) tryMatch(level, padded, m, k, y * width + x)
    }
  }
}

/** Computes the costs of all matches again, after the colours of target pixels have changed. */
export function updateCosts(level: Level, padded: PaddedLevel, m: Matches): void {
  for (let k = 0; k < m.pixels.length; k++) {
    if (m.match[k]! < 0) continue
    m.cost[k] = matchCost(level, padded, m, k, m.match[k]!, Number.POSITIVE_INFINITY)
  }
}

/** Tries random pixels in growing windows around a pixel that has no match. */
function searchInitial(
  level: Level,
  padded: PaddedLevel,
  m: Matches,
  k: number,
  random: () => number,
): void {
  const { width, height } = level
  const p = m.pixels[k]!
  const px = p % width
  const py = (p - px) / width
  let reach = 2 * PATCH_RADIUS
  for (let trial = 0; trial < INITIAL_TRIALS; trial++) {
    const x = Math.round(px + (random() * 2 - 1) * reach)
    const y = Math.round(py + (random() * 2 - 1) * reach)
    reach *= WINDOW_GROWS
    if (x >= 0 && y >= 0 && x < width && y < height) tryMatch(level, padded, m, k, y * width + x)
  }
}

/** Takes a pixel for a slot's match where it costs less than the one that the slot has. */
function tryMatch(level: Level, padded: PaddedLevel, m: Matches, k: number, q: number): void {
  if (m.isSource[q] !== 1 || q === m.match[k]) return
  const cost = matchCost(level, padded, m, k, q, m.cost[k]!)
  if (cost < m.cost[k]!) {
    m.cost[k] = cost
    m.match[k] = q
  }
}

/** Cost of pixel q as the match of slot k, in squared levels; infinite where it reaches `limit` or is too far away. */
function matchCost(
  { width, scale }: Level,
  padded: PaddedLevel,
  m: Matches,
  k: number,
  q: number,
  limit: number,
): number {
  const p = m.pixels[k]!
  const y = (p / width) | 0
  const row = (q / width) | 0
  const dx = p - q - (y - row) * width
  const dy = y - row
  const distance = Math.sqrt(dx * dx + dy * dy)
  if (distance > m.maxDistance) return Number.POSITIVE_INFINITY
  const { distanceCost, sourceCost, parted } = m
  const far = distanceCost
    ? distanceCost.x * Math.abs(dx) + distanceCost.y * Math.abs(dy)
    : DISTANCE_COST * distance
  const over = parted && parted.parts[p]! * parted.parts[q]! < 0 ? parted.cost : 0
  const fixed = scale * far + (sourceCost ? sourceCost[q]! : 0) + over + deviationCost(m, k, q)
  if (fixed >= limit) return Number.POSITIVE_INFINITY
  return fixed + patchDistance(padded, k, q, limit - fixed)
}

/** A prediction is trusted near the known pixels and on plain surfaces; on stripes and patterns it says little. */
function confidenceOfExpected(
  { confidence }: Level,
  pixels: Int32Array,
  expected: Float32Array,
): Float32Array {
  const own = new Float32Array(pixels.length)
  for (let k = 0; k < own.length; k++) {
    const variance = Math.max(0, expected[4 * k + 3]!)
    own[k] = Math.sqrt(confidence[pixels[k]!]!) / (1 + variance / DEVIATION_COST.halfVariance)
  }
  return own
}

/**
 * By how much the patch around pixel q deviates from the statistics expected of slot k, weighted by the confidence in
 * them: squared colour difference plus a share of the excess variance, in squared levels.
 */
export function deviation(
  { expected, expectedConfidence, patchStats, asLively }: Matches,
  k: number,
  q: number,
): number {
  const p = 4 * k
  const from = 4 * q
  const r = patchStats[from]! - expected[p]!
  const g = patchStats[from + 1]! - expected[p + 1]!
  const b = patchStats[from + 2]! - expected[p + 2]!
  const squares = r * r + g * g + b * b
  if (asLively) {
    const spread = Math.sqrt(Math.max(0, patchStats[from + 3]!)) - Math.sqrt(expected[p + 3]!)
    return expectedConfidence[k]! * (squares + spread * spread)
  }
  const variance = patchStats[from + 3]! - expected[p + 3]!
  return expectedConfidence[k]! * (squares + VARIANCE_WEIGHT * Math.max(0, variance))
}

/** The deviation as it enters a match's cost: bounded, in squared levels. */
export function deviationCost(m: Matches, k: number, q: number): number {
  return Math.min(m.asLively ? DEVIATION_COST.mostLively : DEVIATION_COST.most, deviation(m, k, q))
}
