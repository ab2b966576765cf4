import { KNOWN, type Level, TARGET } from './level.ts'
import type { Matches } from './patch-match.ts'

/** A step of more levels than this from one pixel to the next is no seam but drawn. */
const MAX_SEAM_STEP = 14

/** The most a pixel's colour is led to another, in levels. */
const MAX_CORRECTION = 16

/** How far what is known at the rim is led in, in thicknesses of it. */
const DECAY_LENGTH = 1.5

/** Rounds of over-relaxation, and by how much each over-corrects. */
const ROUNDS = 24
const OVER_RELAXATION = 1.75

/**
 * Takes faint steps out of the fill: where pieces copied from lighter and darker places meet each other or what is
 * known. Each pixel goes on from its neighbours as it does where it was copied from (Poisson blending, Pérez et al. 2003),
 * while what is drawn more strongly than a seam stays. `thickness` of the rim in pixels.
 */
export function blendGradients(level: Level, m: Matches, thickness: number): void {
  const { width, height, rgb, state } = level
  const list: number[] = []
  for (let k = 0; k < m.pixels.length; k++) {
    const i = m.pixels[k]!
    const x = i % width
    if (x === 0 || x === width - 1 || i < width || i >= width * (height - 1)) continue
    if (state[i] === TARGET) list.push(i)
  }
  const at = new Int32Array(width * height).fill(-1)
  for (let n = 0; n < list.length; n++) at[list[n]!] = n
  // For each pixel: its four neighbours in the list (or -1 where known or outside) and what their steps ask of it.
  const near = new Int32Array(4 * list.length).fill(-1)
  const asked = new Float32Array(3 * list.length)
  const weight = new Float32Array(list.length)
  const keep = 1 / (DECAY_LENGTH * thickness) ** 2
  const step = new Float32Array(3)
  for (let n = 0; n < list.length; n++) {
    const i = list[n]!
    let count = 0
    for (let side = 0; side < 4; side++) {
      const by = side === 0 ? -width : side === 1 ? -1 : side === 2 ? 1 : width
      const k = i + by
      const isKnown = state[k] === KNOWN
      if (!isKnown && at[k]! < 0) continue
      const isFaint = gradientError(level, m, i, by, step)
      if (isKnown && !isFaint) continue
      count++
      if (!isKnown) near[4 * n + side] = at[k]!
      if (isFaint) for (let c = 0; c < 3; c++) asked[3 * n + c] = asked[3 * n + c]! + step[c]!
    }
    weight[n] = count + keep
  }
  const led = new Float32Array(3 * list.length)
  for (let round = 0; round < ROUNDS; round++) {
    for (let s = 0; s < list.length; s++) {
      const n = round % 2 === 0 ? s : list.length - 1 - s
      let [r, g, b] = [asked[3 * n]!, asked[3 * n + 1]!, asked[3 * n + 2]!]
      for (let side = 4 * n; side < 4 * n + 4; side++) {
        const k = 3 * near[side]!
        if (k < 0) continue
        r += led[k]!
        g += led[k + 1]!
        b += led[k + 2]!
      }
      const w = weight[n]!
      led[3 * n] = led[3 * n]! + OVER_RELAXATION * (r / w - led[3 * n]!)
      led[3 * n + 1] = led[3 * n + 1]! + OVER_RELAXATION * (g / w - led[3 * n + 1]!)
      led[3 * n + 2] = led[3 * n + 2]! + OVER_RELAXATION * (b / w - led[3 * n + 2]!)
    }
  }
  for (let n = 0; n < list.length; n++) {
    for (let c = 0; c < 3; c++) {
      const i = 3 * list[n]! + c
      rgb[i] = rgb[i]! + Math.max(-MAX_CORRECTION, Math.min(MAX_CORRECTION, led[3 * n + c]!))
    }
  }
}

/**
 * By how much pixel i would have to change to go on from its neighbour as it does where both were copied from, into
 * `step`; false where that is unknown or no faint step.
 */
function gradientError(
  { rgb }: Level,
  m: Matches,
  i: number,
  by: number,
  step: Float32Array,
): boolean {
  const own = m.match[m.slot[i]!]!
  const k = i + by
  const slot = m.slot[k]!
  const other = slot < 0 ? -1 : m.match[slot]!
  if (own < 0) return false
  for (let c = 0; c < 3; c++) {
    let copied = rgb[3 * own + c]! - rgb[3 * (own + by) + c]!
    if (other >= 0) copied = (copied + rgb[3 * (other - by) + c]! - rgb[3 * other + c]!) / 2
    step[c] = copied - (rgb[3 * i + c]! - rgb[3 * k + c]!)
    if (Math.abs(step[c]!) > MAX_SEAM_STEP) return false
  }
  return true
}
