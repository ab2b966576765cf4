import type { SmallFrame } from '../../video/shrink-frame.ts'
import { LIGHT_HEIGHT, LIGHT_SHARE, MOST_CHROMA, MOST_LUMA } from './tuning.ts'

/**
 * How the levels of a plane are changed: by `shift`, and by `bend` / 32768 times the parabola
 * (level − 16) · (235 − level), which leaves black and white where they are. Both are whole numbers.
 */
export type Lift = { shift: number; bend: number }

/** What is done to the people so that they suit the new background; the same for a whole video, or it would flicker. */
export type LightMatch = { luma: Lift; u: Lift; v: Lift }

/** Mean levels of an area. */
export type Levels = { y: number; u: number; v: number }

/** A little of the new background's brightness and tint. */
export function matchLight(old: Levels, background: Levels): LightMatch {
  const gain =
    1 + clamp(LIGHT_SHARE * ((background.y - old.y) / Math.max(32, old.y - 16)), MOST_LUMA)
  // The middle moves as a gamma of this gain would move it.
  const middle = 219 * (0.5 ** (1 / gain) - 0.5)
  const shift = (from: number, to: number): Lift => ({
    shift: Math.round(clamp(LIGHT_SHARE * (to - from), MOST_CHROMA)),
    bend: 0,
  })
  return {
    luma: { shift: 0, bend: Math.round((32_768 * middle) / LIGHT_HEIGHT) },
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

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value))
}
