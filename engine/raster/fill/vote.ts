import { type Level, WANTED } from './level.ts'
import { type Matches, REACH } from './match.ts'

/**
 * Colours the wanted pixels: each is the mean of what the matches of all patches over it propose, good matches
 * counting much more. `sharp` lets only the best proposals count, which keeps grain and edges.
 */
export function vote(level: Level, m: Matches, sharp: boolean): void {
  const { width, height, rgb, state, trust } = level
  const scale = sharp ? 12 : 60
  for (let k = 0; k < m.places.length; k++) {
    const p = m.places[k]!
    if (state[p] !== WANTED) continue
    const x = p % width
    const y = (p - x) / width
    let best = Number.POSITIVE_INFINITY
    scan(m, x, y, width, height, (other) => {
      best = Math.min(best, m.cost[other]!)
    })
    let total = 0
    let r = 0
    let g = 0
    let b = 0
    scan(m, x, y, width, height, (other) => {
      const weight = Math.exp((best - m.cost[other]!) / scale) * trust[m.places[other]!]!
      const q = (m.match[other]! + p - m.places[other]!) * 3
      total += weight
      r += weight * rgb[q]!
      g += weight * rgb[q + 1]!
      b += weight * rgb[q + 2]!
    })
    if (total === 0) continue
    rgb[p * 3] = r / total
    rgb[p * 3 + 1] = g / total
    rgb[p * 3 + 2] = b / total
  }
}

function scan(
  m: Matches,
  x: number,
  y: number,
  width: number,
  height: number,
  visit: (slot: number) => void,
): void {
  for (let yy = Math.max(0, y - REACH); yy <= Math.min(height - 1, y + REACH); yy++) {
    for (let xx = Math.max(0, x - REACH); xx <= Math.min(width - 1, x + REACH); xx++) {
      const other = m.slot[yy * width + xx]!
      if (other >= 0 && m.match[other]! >= 0) visit(other)
    }
  }
}
