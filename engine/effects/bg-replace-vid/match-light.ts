import type { SmallFrame } from '../../video/shrink-frame.ts'

/** What is done to the people so that they suit the new background; the same for a whole video, or it would flicker. */
export type LightMatch = { luma: Uint8Array; u: Uint8Array; v: Uint8Array }

/** The share of the difference between the two backgrounds that is carried over, and the most levels of it. */
const SHARE = 0.12
const MOST_LUMA = 0.1
const MOST_CHROMA = 5

/** Mean levels of an area. */
export type Levels = { y: number; u: number; v: number }

/** A little of the new background's brightness and tint, as tables by level. */
export function matchLight(old: Levels, background: Levels): LightMatch {
  const gain = 1 + clamp(SHARE * ((background.y - old.y) / Math.max(32, old.y - 16)), MOST_LUMA)
  const shift = (from: number, to: number): Uint8Array => {
    const by = clamp(SHARE * (to - from), MOST_CHROMA)
    return table((level) => level + by)
  }
  return {
    // Black and white stay where they are; the middle moves most.
    luma: table((level) => {
      const share = Math.min(1, Math.max(0, (level - 16) / 219))
      return 16 + 219 * share ** (1 / gain)
    }),
    u: shift(old.u, background.u),
    v: shift(old.v, background.v),
  }
}

/** The mean levels of the cells that `belongs` names, or of all where it names none. */
export function meanLevels({ y, u, v }: SmallFrame, belongs: (at: number) => boolean): Levels {
  let [count, sumY, sumU, sumV] = [0, 0, 0, 0]
  for (let at = 0; at < y.length; at++) {
    if (!belongs(at)) continue
    count++
    sumY += y[at]!
    sumU += u[at]!
    sumV += v[at]!
  }
  if (count === 0) return meanLevels({ y, u, v } as SmallFrame, () => true)
  return { y: sumY / count, u: sumU / count, v: sumV / count }
}

function table(value: (level: number) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, level) => clampLevel(value(level)))
}

function clampLevel(level: number): number {
  return Math.min(240, Math.max(16, Math.round(level)))
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value))
}
