import type { Picture } from '../picture.ts'
import { inPlaneRoom } from '../plane-room.ts'
import { closeSeam } from './close-seam.ts'
import { easeDoubt } from './ease-doubt.ts'
import { evenSteps } from './even-steps.ts'
import { openHalf, paintFromHalf } from './from-half.ts'
import { joinLines } from './join-lines.ts'
import { halve, type Level, openLevel, paint } from './level.ts'
import { astray, type Matches, reprice, strayed, sweep, unmatched } from './match.ts'
import { laySheet, recolour } from './patch-sheet.ts'
import { peel } from './peel.ts'
import { seeded } from './random.ts'
import { vote } from './vote.ts'

/** Above this many places a level only copies along the coarser level's matches: time stays bounded. */
const MOST_SEARCHED = 60_000

/** Of the patches of such a level only every so manyth across and down proposes: what they propose is much the same. */
const SPARSE = 2

/** A broader rim, in pixels, is filled at half the size if it is large; its finest detail is copied after. */
const BROAD = 16

/** How far away the background is copied from: pixels, and thicknesses of the rim. */
const FARTHEST = { least: 48, share: 3 } as const

/**
 * Where the guess is believed more than `faith`, a coarse match that strays by more squared grey levels is not handed
 * down: on a small copy a narrow strip of background is too thin to be copied from, on a finer one it is not.
 */
const STRAY = { faith: 0.25, most: 50 } as const

/** How far a finer level looks around what the coarser one found, in its own pixels. */
const NEARBY = 16

/** How far a difference at the seam is led into the rim, in thicknesses of it. */
const SEAM = 0.15

/**
 * The background behind a thin rim, invented from the background beside it by multi-scale patch matching. `hidden`
 * marks what is not background (1), `wanted` the part of it to colour (1); `thickness` is the rim's width in pixels.
 * Gives a picture that differs from `picture` in wanted pixels only. Alpha of filled pixels is 255.
 */
export function fillRim(
  picture: Picture,
  hidden: Uint8Array,
  wanted: Uint8Array,
  thickness: number,
): Picture {
  const isLarge = thickness > BROAD && count(wanted) > MOST_SEARCHED
  const levels = [(isLarge ? openHalf : openLevel)(picture, hidden, wanted)]
  joinLines(levels[0]!)
  peel(levels[0]!)
  const broad = isLarge ? thickness / 2 : thickness
  const depth = Math.min(6, Math.max(0, Math.ceil(Math.log2(broad / 8))))
  for (let i = 0; i < depth; i++) {
    const last = levels.at(-1)!
    if (Math.min(last.width, last.height) < 48) break
    const next = halve(last)
    peel(next, false)
    levels.push(next)
  }
  const random = seeded()
  let matches: Matches | undefined
  for (let i = levels.length - 1; i >= 0; i--) {
    const level = levels[i]!
    const farthest = FARTHEST.least + FARTHEST.share * thickness
    const finer = unmatched(level, farthest, matches ? MOST_SEARCHED : Number.POSITIVE_INFINITY)
    if (matches) inherit(finer, level, matches, levels[i + 1]!)
    settle(level, finer, i, !matches, random)
    matches = finer
  }
  const [level] = levels
  if (matches) {
    easeDoubt(level!, matches, broad)
    closeSeam(level!, matches, broad * SEAM)
    evenSteps(level!, matches, broad)
  }
  return isLarge ? paintFromHalf(picture, level!, wanted, matches) : paint(picture, level!, wanted)
}

function count(wanted: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < wanted.length; i++) sum += wanted[i]!
  return sum
}

/** Finds the matches of a level, and colours its wanted pixels by them. */
function settle(level: Level, m: Matches, index: number, coarsest: boolean, random: () => number) {
  if (!coarsest && m.places.length > MOST_SEARCHED) return vote(level, m, true, SPARSE)
  inPlaneRoom(() => {
    if (!coarsest) vote(level, m, false)
    const sheet = laySheet(level, m.places)
    if (!coarsest) reprice(level, sheet, m)
    const rounds = coarsest ? 5 : 1
    for (let round = 0; round < rounds; round++) {
      for (let s = 0; s < (coarsest ? 4 : 2); s++)
        sweep(level, sheet, m, s % 2 === 1, random, coarsest ? m.farthest : NEARBY)
      const last = index === 0 && round === rounds - 1
      vote(level, m, last)
      if (last) continue
      recolour(sheet, level, m.places)
      reprice(level, sheet, m)
    }
  })
}

/** Matches of the next finer level, twice as far apart as the coarser one's. */
function inherit(fine: Matches, level: Level, coarse: Matches, small: Level): void {
  const isSearched = fine.places.length <= MOST_SEARCHED
  for (let k = 0; k < fine.places.length; k++) {
    const p = fine.places[k]!
    const x = p % level.width
    const y = (p - x) / level.width
    const at = Math.min(small.height - 1, y >> 1) * small.width + Math.min(small.width - 1, x >> 1)
    const other = coarse.slot[at]!
    fine.faith[k] = other >= 0 ? coarse.faith[other]! : 0
    const found = other >= 0 ? coarse.match[other]! : -1
    if (found < 0) continue
    const qx = (found % small.width) * 2 + (x & 1)
    const qy = Math.floor(found / small.width) * 2 + (y & 1)
    if (qx >= level.width || qy >= level.height) continue
    const q = qy * level.width + qx
    if (!fine.source[q]) continue
    if (isSearched && fine.faith[k]! > STRAY.faith && astray(fine, k, q) > STRAY.most) continue
    fine.match[k] = q
    // What strays is not told from the guess by eye: only how unlike a match is makes it doubtful.
    fine.cost[k] = coarse.cost[other]! - strayed(coarse, other, found)
  }
}
