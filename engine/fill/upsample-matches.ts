import type { Level } from './level.ts'
import { deviation, deviationCost, type Matches } from './patch-match.ts'
import { MAX_DEVIATION } from './tuning.ts'

/**
 * Gives a level the matches of the coarser one, their offsets doubled, with their costs as a first estimate.
 * @param isSearched whether the finer level is searched, so that it can find others for what deviates too far
 */
export function upsampleMatches(
  fine: Matches,
  level: Level,
  coarse: Matches,
  coarseLevel: Level,
  isSearched: boolean,
): void {
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
