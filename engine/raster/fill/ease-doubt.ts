import { type Level, WANTED } from './level.ts'
import type { Matches } from './match.ts'

/** Squared grey levels of mismatch from which a place is softened, and at which it is so wholly. */
const DOUBT = { from: 120, whole: 700 } as const

/** Half the side of the window a doubtful pixel becomes the mean of: pixels, and thicknesses of the rim. */
const WINDOW = { least: 1, share: 0.07, most: 5 } as const

/** Softens the fill where nothing known looks like it: where patches that do not belong together meet. */
export function easeDoubt(level: Level, m: Matches, thickness: number): void {
  const { width, height, rgb, state, trust } = level
  const radius = Math.round(Math.min(WINDOW.most, WINDOW.least + WINDOW.share * thickness))
  const from = rgb.slice()
  for (let k = 0; k < m.places.length; k++) {
    const p = m.places[k]!
    if (state[p] !== WANTED) continue
    const x = p % width
    const y = (p - x) / width
    let [weight, doubt, doubted] = [0, 0, 0]
    const sum = [0, 0, 0]
    for (let yy = Math.max(0, y - radius); yy <= Math.min(height - 1, y + radius); yy++) {
      for (let xx = Math.max(0, x - radius); xx <= Math.min(width - 1, x + radius); xx++) {
        const q = yy * width + xx
        if (trust[q] === 0) continue
        weight++
        for (let c = 0; c < 3; c++) sum[c] = sum[c]! + from[3 * q + c]!
        const slot = m.slot[q]!
        if (slot < 0 || m.match[slot]! < 0) continue
        doubt += m.cost[slot]!
        doubted++
      }
    }
    if (doubted === 0) continue
    const over = (doubt / doubted - DOUBT.from) / (DOUBT.whole - DOUBT.from)
    const share = Math.min(1, Math.max(0, over))
    for (let c = 0; c < 3; c++) {
      const at = 3 * p + c
      rgb[at] = from[at]! + share * (sum[c]! / weight - from[at]!)
    }
  }
}
