import { type Level, TARGET } from './level.ts'
import type { Matches } from './patch-match.ts'
import { POOR_MATCH } from './tuning.ts'

/**
 * The share of a fill whose patches do not fit what is around them or each other: there things were joined that do not
 * belong together. That they come from another row than the fill is no fault of theirs.
 * @param variance the usual variance of a patch around the target, squared levels
 */
export function poorShare({ state, width, scale }: Level, m: Matches, variance: number): number {
  const perRow = m.distanceCost ? scale * (m.distanceCost.y - m.distanceCost.x) : 0
  const most = POOR_MATCH.cost + POOR_MATCH.texture * variance
  let [poor, all] = [0, 0]
  for (let k = 0; k < m.pixels.length; k++) {
    if (state[m.pixels[k]!] !== TARGET || m.match[k]! < 0) continue
    all++
    const rows = Math.abs(Math.floor(m.pixels[k]! / width) - Math.floor(m.match[k]! / width))
    if (m.cost[k]! - perRow * rows > most) poor++
  }
  return all === 0 ? 0 : poor / all
}
