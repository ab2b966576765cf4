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

/** A level with more pixels to match is not searched but votes with the matches of the coarser one: bounds the time. */
const MAX_SEARCHED = 60_000

/** On such a level only every so manyth patch across and down votes: neighbouring patches propose much the same. */
const SPARSE_STEP = 2

/** A large rim broader than this, in pixels, is filled at half the size; its finest detail is copied afterwards. */
const BROAD_RIM = 16

/** How far away patches are copied from: `pixels` plus so many thicknesses of the rim. */
const MAX_DISTANCE = { pixels: 48, thicknesses: 3 } as const

/**
 * Where the confidence in the expected colours is above `confidence`, a coarse match that deviates from them by more
 * than `most` squared levels is dropped. A narrow strip of background may be too thin for a patch of the coarse level,
 * but wide enough for one of the finer level.
 */
const MAX_DEVIATION = { confidence: 0.25, most: 50 } as const

/** Rounds of search and vote on the coarsest level and on the others, and sweeps of the search in each round. */
const ROUNDS = { coarsest: 5, finer: 1 } as const
const SWEEPS = { coarsest: 4, finer: 2 } as const

/** First search radius of a finer level around the matches of the coarser one, in its own pixels. */
const REFINE_RADIUS = 16

/** A level with a shorter side, in pixels, is not halved again. */
const MIN_HALVED_SIDE = 48

/** Half-life of the seam correction, in thicknesses of the rim. */
const SEAM_HALF_LIFE = 0.15

/**
 * Inpaints the background behind the rim of a foreground from the background beside it. The same input gives the same
 * result, byte for byte.
 *
 * Exemplar-based and coarse to fine: straight lines are continued first, an onion peel predicts the rest, then each
 * pyramid level alternates PatchMatch (Barnes et al. 2009) with patch voting (Wexler et al. 2007). On the finest level
 * poor matches are softened, the seam is corrected and faint steps are removed by gradient-domain blending (Pérez et
 * al. 2003).
 * @param occluded 1 for each pixel that is not background, 0 elsewhere; nothing is copied from there
 * @param target 1 for each pixel to fill, 0 elsewhere
 * @param thickness of the rim to fill, in pixels
 * @returns a new picture that differs from `picture` in target pixels only, which are opaque
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
  const levelThickness = isLarge ? thickness / 2 : thickness
  const halvings = Math.min(6, Math.max(0, Math.ceil(Math.log2(levelThickness / 8))))
  for (let i = 0; i < halvings; i++) {
    const last = levels.at(-1)!
    if (Math.min(last.width, last.height) < MIN_HALVED_SIDE) break
    const next = halveLevel(last)
    onionPeel(next, false)
    levels.push(next)
  }
  const random = seededRandom()
  const farthest = MAX_DISTANCE.pixels + MAX_DISTANCE.thicknesses * thickness
  let matches: Matches | undefined
  for (let i = levels.length - 1; i >= 0; i--) {
    const level = levels[i]!
    const finer = createMatches(level, farthest, matches ? MAX_SEARCHED : Number.POSITIVE_INFINITY)
    if (matches) upsampleMatches(finer, level, matches, levels[i + 1]!)
    solveLevel(level, finer, i, !matches, random)
    matches = finer
  }
  const [level] = levels
  if (matches) {
    softenPoorMatches(level!, matches, levelThickness)
    correctSeam(level!, matches, levelThickness * SEAM_HALF_LIFE)
    blendGradients(level!, matches, levelThickness)
  }
  return isLarge
    ? paintWithDetail(picture, level!, target, matches)
    : paintTarget(picture, level!, target)
}

function countTarget(target: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < target.length; i++) sum += target[i]!
  return sum
}

/**
 * Finds the matches of a level and colours its target pixels by them.
 * @param index of the level, 0 the finest
 * @param coarsest true where `m` holds no matches from a coarser level
 */
function solveLevel(
  level: Level,
  m: Matches,
  index: number,
  coarsest: boolean,
  random: () => number,
): void {
  if (!coarsest && m.pixels.length > MAX_SEARCHED) {
    voteColours(level, m, true, SPARSE_STEP)
    return
  }
  const kind = coarsest ? 'coarsest' : 'finer'
  const radius = coarsest ? m.maxDistance : REFINE_RADIUS
  withArena(() => {
    if (!coarsest) voteColours(level, m, false)
    const padded = allocPaddedLevel(level, m.pixels)
    if (!coarsest) updateCosts(level, padded, m)
    for (let round = 0; round < ROUNDS[kind]; round++) {
      for (let sweep = 0; sweep < SWEEPS[kind]; sweep++)
        propagateAndSearch(level, padded, m, sweep % 2 === 1, random, radius)
      const last = index === 0 && round === ROUNDS[kind] - 1
      voteColours(level, m, last)
      if (last) continue
      updateColours(padded, level, m.pixels)
      updateCosts(level, padded, m)
    }
  })
}

/** Gives a level the matches of the coarser one, their offsets doubled, with their costs as a first estimate. */
function upsampleMatches(fine: Matches, level: Level, coarse: Matches, coarseLevel: Level): void {
  const isSearched = fine.pixels.length <= MAX_SEARCHED
  for (let k = 0; k < fine.pixels.length; k++) {
    const p = fine.pixels[k]!
    const x = p % level.width
    const y = (p - x) / level.width
    const row = Math.min(coarseLevel.height - 1, y >> 1)
    const column = Math.min(coarseLevel.width - 1, x >> 1)
    const other = coarse.slot[row * coarseLevel.width + column]!
    fine.expectedConfidence[k] = other >= 0 ? coarse.expectedConfidence[other]! : 0
    const found = other >= 0 ? coarse.match[other]! : -1
    if (found < 0) continue
    const qx = (found % coarseLevel.width) * 2 + (x & 1)
    const qy = Math.floor(found / coarseLevel.width) * 2 + (y & 1)
    if (qx >= level.width || qy >= level.height) continue
    const q = qy * level.width + qx
    if (!fine.isSource[q]) continue
    if (
      isSearched &&
      fine.expectedConfidence[k]! > MAX_DEVIATION.confidence &&
      deviation(fine, k, q) > MAX_DEVIATION.most
    )
      continue
    fine.match[k] = q
    // The deviation is left out: only the difference of the patches tells how poor a match looks.
    fine.cost[k] = coarse.cost[other]! - deviationCost(coarse, other, found)
  }
}
