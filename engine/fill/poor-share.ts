import { type Level, TARGET } from './level.ts'
import type { Matches } from './patch-match.ts'

/**
 * Cost of a match in squared levels above which it does not fit: as much as between any two photographed surfaces, and
 * so many times the variance of the texture, in which the best match is a poor one too.
 */
const POOR = { cost: 140, texture: 1.05 } as const

/**
 * The share of a fill whose patches do not fit what is around them or each other: there things were joined that do not
 * belong together.
 * @param variance the usual variance of a patch around the target, squared levels
 */
export function poorShare({ state }: Level, m: Matches, variance: number): number {
  const most = POOR.cost + POOR.texture * variance
  let [poor, all] = [0, 0]
  for (let k = 0; k < m.pixels.length; k++) {
    if (state[m.pixels[k]!] !== TARGET || m.match[k]! < 0) continue
    all++
    if (m.cost[k]! > most) poor++
  }
  return all === 0 ? 0 : poor / all
}
