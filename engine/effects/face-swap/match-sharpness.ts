import { blur, type Size } from '../skin/blur.ts'
import { spreadWithin } from '../skin/spread-within.ts'
import type { Lit } from './require-sharp.ts'

/** By how much more energy in its fine detail a face may have than the one it replaces. */
const SLACK = 1.4

/** The finest detail that is compared, pixels, and the coarse detail it is set against, in widths of the face. */
const FINE = [1, 2] as const
const COARSE = 0.03

/** The strongest softening, in widths of the face, and how finely it is searched. */
const MOST = 0.03
const STEPS = 4

/** A face of which L* is known, as fine as it is worked on and as coarse. */
export type Shown = { near: Lit; whole: Lit }

/** How much of each place is compared. */
export type Within = { near: Float32Array; whole: Float32Array }

/**
 * By how many pixels of the near canvas (a Gaussian's sigma) the given face must be softened to be no sharper than the
 * old one; 0 where it is not. A face is as sharp as its fine detail is strong beside its coarse detail.
 */
export function softeningFor(given: Shown, old: Shown, within: Within): number {
  const own = coarseEnergy(given, within)
  const wished = Math.max(1e-6, coarseEnergy(old, within))
  const wish = fineEnergies(old.near.tone.l, old.near, within).map(
    (energy) => (SLACK * energy * own) / wished,
  )
  const { near } = given
  const isSoft = (sigma: number): boolean => {
    let finer = sigma > 0 ? blur(near.tone.l, near, sigma) : near.tone.l
    const light = finer
    return FINE.every((fine, nth) => {
      const softer = blur(light, near, fine)
      const energy = spreadWithin(finer, softer, within.near).meanSquare
      finer = softer
      return energy <= wish[nth]!
    })
  }
  if (isSoft(0)) return 0
  let [low, high] = [0, Math.max(0.5, MOST * near.unit)]
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (isSoft(middle)) high = middle
    else low = middle
  }
  return high
}

function fineEnergies(light: Float32Array, size: Size, within: Within): number[] {
  let finer = light
  return FINE.map((sigma) => {
    const softer = blur(light, size, sigma)
    const energy = spreadWithin(finer, softer, within.near).meanSquare
    finer = softer
    return energy
  })
}

export function coarseEnergy({ near, whole }: Shown, within: Within): number {
  const sigma = Math.max((2 * FINE[1] * whole.unit) / near.unit, COARSE * whole.unit)
  const light = whole.tone.l
  const [fine, coarse] = [blur(light, whole, sigma), blur(light, whole, 2 * sigma)]
  return spreadWithin(fine, coarse, within.whole).meanSquare
}
