import { halveLevel, type Level, TARGET } from '../../fill/level.ts'
import { onionPeel } from '../../fill/onion-peel.ts'
import { allocPaddedLevel, updateColours } from '../../fill/patch-distance.ts'
import {
  createMatches,
  type Matches,
  newRandomState,
  openSearch,
  type RandomState,
} from '../../fill/patch-match.ts'
import { voteColours } from '../../fill/patch-voting.ts'
import { upsampleMatches } from '../../fill/upsample-matches.ts'
import type { Box } from '../../geometry/box.ts'
import { withArena } from '../../raster/arena.ts'
import type { CalmBase } from './calm-base.ts'
import {
  BASE_CONFIDENCE,
  BLOCK_SHIFT,
  DISTANCE_COST,
  LEAST_CONFIDENCE,
  MARGIN_ROUNDS,
  MARGIN_SWEEPS,
  MARGIN_USAGE,
  MAX_HALVINGS,
  MIN_HALVED_SIDE,
  OVER_HORIZON,
  REFINE_RADIUS,
} from './tuning.ts'

/**
 * Fills the margin with patches of the picture, coarse to fine (Barnes et al. 2009, Wexler et al. 2007), guided by the
 * calm base. Patches that were used often cost more (Kaspar et al. 2015, "Self tuning texture optimization"), so that
 * a margin larger than the picture repeats it less. Changes the level's target pixels.
 * @param inside the picture within the level
 * @param parts what lies above and below the horizon, which is not taken for one another
 * @returns the matches of the level
 */
export function matchMargin(
  level: Level,
  base: CalmBase,
  inside: Box,
  parts: Int8Array | undefined,
): Matches {
  const levels = [level]
  prepareConfidence(level, false)
  while (levels.length <= MAX_HALVINGS) {
    const last = levels.at(-1)!
    if (Math.min(inside.width, inside.height) / last.scale < MIN_HALVED_SIDE) break
    const next = halveLevel(last)
    prepareConfidence(next, false)
    levels.push(next)
  }
  const random = newRandomState()
  let matches: Matches | undefined
  for (let n = levels.length - 1; n >= 0; n--) {
    const own = levels[n]!
    const finer = guidedMatches(own, level, base, inside)
    if (parts) finer.parted = { parts: partsOn(own, level, parts), cost: OVER_HORIZON }
    if (matches) {
      const expected = finer.expectedConfidence.slice()
      upsampleMatches(finer, own, matches, levels[n + 1]!, false)
      finer.expectedConfidence.set(expected)
    }
    solve(own, finer, !matches, n === 0, random)
    matches = finer
  }
  return matches!
}

function prepareConfidence(level: Level, predict: boolean): void {
  onionPeel(level, predict)
  const { confidence, state } = level
  for (let i = 0; i < state.length; i++) {
    if (state[i] === TARGET) confidence[i] = Math.max(LEAST_CONFIDENCE, confidence[i]!)
  }
}

/** The parts of a level of another size. */
function partsOn(own: Level, finest: Level, parts: Int8Array): Int8Array {
  const reduced = new Int8Array(own.width * own.height)
  const reduceRow = (row: number): void => {
    const y = Math.min(finest.height - 1, Math.round(row * own.scale))
    for (let column = 0, at = row * own.width; column < own.width; column++, at++) {
      const x = Math.min(finest.width - 1, Math.round(column * own.scale))
      reduced[at] = parts[y * finest.width + x]!
    }
  }
  for (let row = 0; row < own.height; row++) reduceRow(row)
  return reduced
}

/** Matches of a level that are expected to have the colours and the variance of the base. */
function guidedMatches(own: Level, finest: Level, base: CalmBase, inside: Box): Matches {
  const m = createMatches(
    own,
    2 * Math.hypot(finest.width, finest.height),
    Number.POSITIVE_INFINITY,
  )
  for (let k = 0; k < m.pixels.length; k++) {
    const p = m.pixels[k]!
    const x = Math.min(finest.width - 1, Math.round((p % own.width) * own.scale))
    const y = Math.min(finest.height - 1, Math.round(Math.floor(p / own.width) * own.scale))
    const i = y * finest.width + x
    for (let c = 0; c < 3; c++) m.expected[4 * k + c] = base.rgb[c]![i]!
    m.expected[4 * k + 3] = base.variance[i]!
    m.expectedConfidence[k] = BASE_CONFIDENCE
  }
  m.asLively = true
  m.distanceCost = {
    x: inside.width < finest.width ? DISTANCE_COST.away : DISTANCE_COST.along,
    y: inside.height < finest.height ? DISTANCE_COST.away : DISTANCE_COST.along,
  }
  return m
}

function solve(
  level: Level,
  m: Matches,
  coarsest: boolean,
  finest: boolean,
  random: RandomState,
): void {
  const kind = coarsest ? 'coarsest' : 'finer'
  const radius = coarsest ? m.maxDistance : REFINE_RADIUS
  withArena(() => {
    const padded = allocPaddedLevel(level, m.pixels)
    if (!coarsest) {
      voteColours(level, m, false, 1, padded)
      updateColours(padded, level, m.pixels)
    }
    const search = openSearch(level, padded, m)
    for (let round = 0; round < MARGIN_ROUNDS[kind]; round++) {
      m.sourceCost = usageCost(level, m)
      search.updateCosts()
      for (let sweep = 0; sweep < MARGIN_SWEEPS[kind]; sweep++)
        search.sweep(sweep % 2 === 1, random, radius)
      const last = finest && round === MARGIN_ROUNDS[kind] - 1
      voteColours(level, m, last, 1, padded)
      updateColours(padded, level, m.pixels)
    }
    delete m.sourceCost
    if (!finest) return search.updateCosts()
    // What follows asks how well patches fit together, not what led to them.
    m.expectedConfidence.fill(0)
    m.distanceCost = { x: 0, y: 0 }
    delete m.parted
    search.updateCosts()
  })
}

/** What each source pixel costs for how often its surroundings are used. */
function usageCost({ width, height }: Level, m: Matches): Float32Array {
  const columns = (width >> BLOCK_SHIFT) + 1
  const used = new Float32Array(columns * ((height >> BLOCK_SHIFT) + 1))
  const there = new Float32Array(used.length)
  const blockOf = (q: number): number =>
    (Math.floor(q / width) >> BLOCK_SHIFT) * columns + ((q % width) >> BLOCK_SHIFT)
  let [uses, sources] = [0, 0]
  for (let q = 0; q < m.isSource.length; q++) {
    if (!m.isSource[q]) continue
    const block = blockOf(q)
    there[block] = there[block]! + 1
    sources++
  }
  for (const q of m.match) {
    if (q < 0) continue
    const block = blockOf(q)
    used[block] = used[block]! + 1
    uses++
  }
  const usual = Math.max(1, uses / Math.max(1, sources))
  const cost = new Float32Array(width * height)
  for (let q = 0; q < cost.length; q++) {
    if (!m.isSource[q]) continue
    const block = blockOf(q)
    const over = used[block]! / (usual * Math.max(1, there[block]!)) - MARGIN_USAGE.free
    if (over > 0) cost[q] = Math.min(MARGIN_USAGE.most, MARGIN_USAGE.cost * over)
  }
  return cost
}
