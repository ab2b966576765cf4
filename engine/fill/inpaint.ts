import { withArena } from '../raster/arena.ts'
import type { Picture } from '../raster/picture.ts'
import { seededRandom } from '../raster/seeded-random.ts'
import { blendGradients } from './blend-gradients.ts'
import { continueLines } from './continue-lines.ts'
import { correctSeam } from './correct-seam.ts'
import { halfSizeLevel, paintWithDetail } from './half-size.ts'
import { fullSizeLevel, halveLevel, type Level, paintTarget } from './level.ts'
import { onionPeel } from './onion-peel.ts'
import { allocPaddedLevel, updateColours } from './patch-distance.ts'
import {
  createMatches,
  deviation,
  deviationCost,
  type Matches,
  propagateAndSearch,
  updateCosts,
} from './patch-match.ts'
import { voteColours } from './patch-voting.ts'
import { softenPoorMatches } from './soften-poor-matches.ts'

/** Above this many places a level only copies along the coarser level's matches: time stays bounded. */
const MAX_SEARCHED = 60_000

/** Of the patches of such a level only every so manyth across and down proposes: what they propose is much the same. */
const SPARSE_STEP = 2

/** A broader rim, in pixels, is filled at half the size if it is large; its finest detail is copied after. */
const BROAD_RIM = 16

/** How far away the background is copied from: pixels, and thicknesses of the rim. */
const MAX_DISTANCE = { least: 48, share: 3 } as const

/**
 * Where the guess is believed more than `faith`, a coarse match that strays by more squared grey levels is not handed
 * down: on a small copy a narrow strip of background is too thin to be copied from, on a finer one it is not.
 */
const MAX_DEVIATION = { faith: 0.25, most: 50 } as const

/** How far a finer level looks around what the coarser one found, in its own pixels. */
const REFINE_RADIUS = 16

/** How far a difference at the seam is led into the rim, in thicknesses of it. */
const SEAM_HALF_LIFE = 0.15

/**
 * The background behind a thin rim, invented from the background beside it by multi-scale patch matching. `hidden`
 * marks what is not background (1), `wanted` the part of it to colour (1); `thickness` is the rim's width in pixels.
 * Gives a picture that differs from `picture` in wanted pixels only. Alpha of filled pixels is 255.
 */
export function inpaint(
  picture: Picture,
  occluded: Uint8Array,
  target: Uint8Array,
  thickness: number,
): Picture {
  const isLarge = thickness > BROAD_RIM && countTarget(target) > MAX_SEARCHED
  const levels = [(isLarge ? halfSizeLevel : fullSizeLevel)(picture, occluded, target)]
  continueLines(levels[0]!)
  onionPeel(levels[0]!)
  const broad = isLarge ? thickness / 2 : thickness
  const depth = Math.min(6, Math.max(0, Math.ceil(Math.log2(broad / 8))))
  for (let i = 0; i < depth; i++) {
    const last = levels.at(-1)!
    if (Math.min(last.width, last.height) < 48) break
    const next = halveLevel(last)
    onionPeel(next, false)
    levels.push(next)
  }
  const random = seededRandom()
  let matches: Matches | undefined
  for (let i = levels.length - 1; i >= 0; i--) {
    const level = levels[i]!
    const farthest = MAX_DISTANCE.least + MAX_DISTANCE.share * thickness
    const finer = createMatches(level, farthest, matches ? MAX_SEARCHED : Number.POSITIVE_INFINITY)
    if (matches) upsampleMatches(finer, level, matches, levels[i + 1]!)
    solveLevel(level, finer, i, !matches, random)
    matches = finer
  }
  const [level] = levels
  if (matches) {
    softenPoorMatches(level!, matches, broad)
    correctSeam(level!, matches, broad * SEAM_HALF_LIFE)
    blendGradients(level!, matches, broad)
  }
  return isLarge
    ? paintWithDetail(picture, level!, target, matches)
    : paintTarget(picture, level!, target)
}

function countTarget(wanted: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < wanted.length; i++) sum += wanted[i]!
  return sum
}

/** Finds the matches of a level, and colours its wanted pixels by them. */
function solveLevel(
  level: Level,
  m: Matches,
  index: number,
  coarsest: boolean,
  random: () => number,
) {
  if (!coarsest && m.pixels.length > MAX_SEARCHED) return voteColours(level, m, true, SPARSE_STEP)
  withArena(() => {
    if (!coarsest) voteColours(level, m, false)
    const sheet = allocPaddedLevel(level, m.pixels)
    if (!coarsest) updateCosts(level, sheet, m)
    const rounds = coarsest ? 5 : 1
    for (let round = 0; round < rounds; round++) {
      for (let s = 0; s < (coarsest ? 4 : 2); s++)
        propagateAndSearch(
          level,
          sheet,
          m,
          s % 2 === 1,
          random,
          coarsest ? m.maxDistance : REFINE_RADIUS,
        )
      const last = index === 0 && round === rounds - 1
      voteColours(level, m, last)
      if (last) continue
      updateColours(sheet, level, m.pixels)
      updateCosts(level, sheet, m)
    }
  })
}

/** Matches of the next finer level, twice as far apart as the coarser one's. */
function upsampleMatches(fine: Matches, level: Level, coarse: Matches, small: Level): void {
  const isSearched = fine.pixels.length <= MAX_SEARCHED
  for (let k = 0; k < fine.pixels.length; k++) {
    const p = fine.pixels[k]!
    const x = p % level.width
    const y = (p - x) / level.width
    const at = Math.min(small.height - 1, y >> 1) * small.width + Math.min(small.width - 1, x >> 1)
    const other = coarse.slot[at]!
    fine.expectedConfidence[k] = other >= 0 ? coarse.expectedConfidence[other]! : 0
    const found = other >= 0 ? coarse.match[other]! : -1
    if (found < 0) continue
    const qx = (found % small.width) * 2 + (x & 1)
    const qy = Math.floor(found / small.width) * 2 + (y & 1)
    if (qx >= level.width || qy >= level.height) continue
    const q = qy * level.width + qx
    if (!fine.isSource[q]) continue
    if (
      isSearched &&
      fine.expectedConfidence[k]! > MAX_DEVIATION.faith &&
      deviation(fine, k, q) > MAX_DEVIATION.most
    )
      continue
    fine.match[k] = q
    // What strays is not told from the guess by eye: only how unlike a match is makes it doubtful.
    fine.cost[k] = coarse.cost[other]! - deviationCost(coarse, other, found)
  }
}
