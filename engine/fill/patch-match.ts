import { addressOf, instantiateKernel, toArena, toArenaBytes, withArena } from '../raster/arena.ts'
import { SEARCH_PATCHES } from '../raster/simd/search-patches.ts'
import { type Level, OCCLUDED, sourceCentres, TARGET } from './level.ts'
import { PATCH_RADIUS, type PaddedLevel } from './patch-distance.ts'
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
  const slot = new Int32Array(width * height).fill(-1)
  const places = new Int32Array(near.length)
  let count = 0
  for (let y = 0; y < height; y++)
    count = listRow(near, state, y * width, width, places, slot, count)
  const pixels = places.slice(0, count)
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

/** Lists what of a row is near the target, from place `count` of the list on. @returns how long the list is then */
function listRow(
  near: Uint8Array,
  state: Uint8Array,
  from: number,
  width: number,
  places: Int32Array,
  slot: Int32Array,
  count: number,
): number {
  let next = count
  for (let i = from; i < from + width; i++) {
    if (near[i] === 0 || state[i] === OCCLUDED) continue
    places[next] = i
    slot[i] = next++
  }
  return next
}

/** The target dilated by a patch radius: 1 for each pixel whose patch touches a target pixel. */
function nearTarget({ width, height, state }: Level): Uint8Array {
  const near = new Uint8Array(width * height)
  const from = new Int32Array(width)
  const to = new Int32Array(width)
  for (let y = 0; y < height; y++) {
    const count = runsNear(state, y * width, width, from, to)
    const top = Math.max(0, y - PATCH_RADIUS)
    const bottom = Math.min(height - 1, y + PATCH_RADIUS)
    for (let n = 0; n < count; n++) {
      for (let row = top; row <= bottom; row++)
        near.fill(1, row * width + from[n]!, row * width + to[n]!)
    }
  }
  return near
}

/** The runs of a row within a patch radius of its target pixels, by their columns. @returns how many there are */
function runsNear(
  state: Uint8Array,
  row: number,
  width: number,
  from: Int32Array,
  to: Int32Array,
): number {
  let count = 0
  for (let x = 0; x < width; x++) {
    if (state[row + x] !== TARGET) continue
    from[count] = Math.max(0, x - PATCH_RADIUS)
    while (x + 1 < width && state[row + x + 1] === TARGET) x++
    to[count++] = Math.min(width, x + PATCH_RADIUS + 1)
  }
  return count
}

/** The search for better matches, on planes of the open arena that hold what does not change meanwhile. */
export type PatchSearch = {
  /**
   * One sweep of PatchMatch (Barnes et al. 2009, "PatchMatch: a randomized correspondence algorithm"). Each pixel tries
   * the shifted matches of its two neighbours that came before it (propagation), then random pixels in shrinking
   * windows around its best match (random search); first of all in growing windows where it has no match.
   * @param backward sweep from the last pixel to the first
   * @param within half the side of the first search window, pixels of this level
   */
  sweep(backward: boolean, random: RandomState, within: number): void
  /** Computes the costs of all matches again, after the colours of target pixels have changed. */
  updateCosts(): void
}

/** The state of random numbers as `seededRandom` gives them: one integer of 32 bits. */
export type RandomState = Int32Array

export function newRandomState(): RandomState {
  return Int32Array.of(0x9e3779b9)
}

/**
 * Lays out what a search reads in the arena. Call it inside `withArena`; of the matches, what they cost beside their
 * patches and what is expected of them may change between two sweeps.
 */
export function openSearch(level: Level, padded: PaddedLevel, m: Matches): PatchSearch {
  const { width, height, scale } = level
  const count = m.pixels.length
  const [pixels, slots, corners] = [m.pixels, m.slot, padded.corners].map(toArenaBits)
  const isSource = addressOf(toArenaBytes(m.isSource))
  const [stats, sums] = [m.patchStats, padded.confidenceSums].map((plane) =>
    addressOf(toArena(plane)),
  )
  const run = instantiateKernel(SEARCH_PATCHES)
  const search = (step: number, random: RandomState, within: number): void => {
    if (count === 0) return
    withArena(() => {
      const { sourceCost, parted, distanceCost } = m
      const [matches, state] = [toArenaBits(m.match), toArenaBits(random)]
      const [costs, expected, confidence] = [m.cost, m.expected, m.expectedConfidence].map(toArena)
      run(
        addressOf(pixels!),
        addressOf(slots!),
        addressOf(matches),
        addressOf(costs!),
        isSource,
        addressOf(expected!),
        addressOf(confidence!),
        stats!,
        sourceCost ? addressOf(toArena(sourceCost)) : 0,
        parted ? addressOf(toArenaBytes(bytesOf(parted.parts))) : 0,
        padded.pixels.byteOffset,
        addressOf(padded.confidence),
        addressOf(corners!),
        sums!,
        addressOf(state),
        count,
        step,
        width,
        height,
        padded.stride - width,
        4 * padded.stride,
        INITIAL_TRIALS,
        m.asLively ? 1 : 0,
        scale,
        m.maxDistance,
        distanceCost ? 0 : DISTANCE_COST,
        distanceCost ? distanceCost.x : 0,
        distanceCost ? distanceCost.y : 0,
        parted ? parted.cost : 0,
        VARIANCE_WEIGHT,
        m.asLively ? DEVIATION_COST.mostLively : DEVIATION_COST.most,
        2 * PATCH_RADIUS,
        WINDOW_GROWS,
        Math.max(16, Math.min(within, m.maxDistance, width, height)),
        WINDOW_SHRINKS,
      )
      m.cost.set(costs!)
      floatsOf(m.match).set(matches)
      floatsOf(random).set(state)
    })
  }
  return {
    sweep: (backward, random, within) => search(backward ? -1 : 1, random, within),
    updateCosts: () => search(0, newRandomState(), 0),
  }
}

function toArenaBits(integers: Int32Array): Float32Array {
  return toArena(floatsOf(integers))
}

/** The same bytes, read as floats: planes of the arena are. */
function floatsOf({ buffer, byteOffset, length }: Int32Array): Float32Array {
  return new Float32Array(buffer, byteOffset, length)
}

function bytesOf({ buffer, byteOffset, length }: Int8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length)
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
    // Both come of sums and differences, whose rounding may leave less than nothing.
    const [is, wanted] = [Math.max(0, patchStats[from + 3]!), Math.max(0, expected[p + 3]!)]
    const spread = Math.sqrt(is) - Math.sqrt(wanted)
    return expectedConfidence[k]! * (squares + spread * spread)
  }
  const variance = patchStats[from + 3]! - expected[p + 3]!
  return expectedConfidence[k]! * (squares + VARIANCE_WEIGHT * Math.max(0, variance))
}

/** The deviation as it enters a match's cost: bounded, in squared levels. */
export function deviationCost(m: Matches, k: number, q: number): number {
  return Math.min(m.asLively ? DEVIATION_COST.mostLively : DEVIATION_COST.most, deviation(m, k, q))
}
