import { blur } from '../skin/blur.ts'
import type { Canvas } from '../skin/canvas.ts'

/** By how much more energy in its fine detail a face may have than the one it replaces. */
const SLACK = 1.4

/** The finest detail that is compared, pixels, and the coarse detail it is set against, in widths of the face. */
const FINE = [1, 2] as const
const COARSE = 0.03

/** The strongest softening, in widths of the face, and how finely it is searched. */
const MOST = 0.03
const STEPS = 4

/**
 * By how many canvas pixels (a Gaussian's sigma) the given face must be softened to be no sharper than the old one; 0
 * where it is not. A face is as sharp as its fine detail is strong beside its coarse detail. `within` is the part of both
 * that is compared.
 */
export function softeningFor(given: Canvas, old: Canvas, within: Float32Array): number {
  const own = coarseEnergy(given, within)
  const wish = fineEnergies(old.tone.l, old, within).map(
    (energy) => (SLACK * energy * own) / Math.max(1e-6, coarseEnergy(old, within)),
  )
  const isSoft = (sigma: number): boolean => {
    const light = sigma > 0 ? blur(given.tone.l, given, sigma) : given.tone.l
    return fineEnergies(light, given, within).every((energy, i) => energy <= wish[i]!)
  }
  if (isSoft(0)) return 0
  let [low, high] = [0, Math.max(0.5, MOST * given.unit)]
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (isSoft(middle)) high = middle
    else low = middle
  }
  return high
}

function fineEnergies(light: Float32Array, canvas: Canvas, within: Float32Array): number[] {
  let finer = light
  return FINE.map((sigma) => {
    const softer = blur(light, canvas, sigma)
    const energy = meanSquare(finer, softer, within)
    finer = softer
    return energy
  })
}

function coarseEnergy(canvas: Canvas, within: Float32Array): number {
  const sigma = Math.max(2 * FINE[1], COARSE * canvas.unit)
  const light = canvas.tone.l
  return meanSquare(blur(light, canvas, sigma), blur(light, canvas, 2 * sigma), within)
}

function meanSquare(a: Float32Array, b: Float32Array, within: Float32Array): number {
  let sum = 0
  let weight = 0
  for (let i = 0; i < a.length; i++) {
    const share = within[i]!
    if (share === 0) continue
    sum += share * (a[i]! - b[i]!) ** 2
    weight += share
  }
  return sum / Math.max(1e-6, weight)
}
