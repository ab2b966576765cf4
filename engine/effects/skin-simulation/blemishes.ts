import { blur, blurAllWithin, blurWithin } from '../skin/blur.ts'
import { medianWithin } from '../skin/median-within.ts'
import { smoothstep } from '../skin/smoothstep.ts'
import { findPatches, type Patch } from './find-patches.ts'
import type { Patient, Treatment } from './treatment.ts'

/** Inflamed blemishes: round places redder than the skin around. */
export const acne: Treatment = (patient, intensity) => healAll(patient, intensity, 'red')

/** Freckles, sun and age spots, moles and marks: round places darker than the skin around and not mainly redder. */
export const spots: Treatment = (patient, intensity) => healAll(patient, intensity, 'dark')

type Kind = 'red' | 'dark'

/** The radius of the largest blemish, in widths of the face; the skin it is compared with is found this far around. */
const LARGEST = 0.032
const AROUND = 0.03

/** Contrast to the skin around that makes a blemish, in a* and L*, if the skin is even; and in deviations if not. */
const CONTRAST = { red: 2.2, dark: 2.6, deviations: 2.6 } as const

/** a* gained per L* lost that tells blood from pigment. */
const BLOOD = 0.6

/** Fine contrast up to about this is grain and kept; more is the blemish's own sharp edge. */
const GRAIN = 2.2

/** At most this much longer than wide: longer ones are folds and hairs. */
const LONGEST = 2.6

function healAll(patient: Patient, intensity: number, kind: Kind): void {
  const patches = findBlemishes(patient, kind)
  if (patches.length > 0) heal(patient, intensity, patches)
}

function findBlemishes({ canvas, masks, tone }: Patient, kind: Kind): Patch[] {
  const { unit, width } = canvas
  const redder = contrast(tone.a, masks.region, canvas)
  const darker = contrast(tone.l, masks.region, canvas).map((value) => -value)
  const signal = (kind === 'red' ? redder : darker).map((value, i) =>
    masks.region[i]! > 0.35 ? value : 0,
  )
  const noise = medianWithin(signal.map(Math.abs), masks.region) / 0.6745
  const high = Math.max(CONTRAST[kind], CONTRAST.deviations * noise)
  const most = Math.PI * (LARGEST * unit) ** 2
  return findPatches(signal, width, { low: high * 0.4, share: 0.35, high, most }).filter(
    (patch) => {
      if (patch.long > LONGEST * patch.short || patch.pixels.length < 3) return false
      const [red, dark, inside] = [
        mean(redder, patch),
        mean(darker, patch),
        mean(masks.region, patch),
      ]
      if (inside < 0.8) return false
      return kind === 'red' ? red > BLOOD * dark : red <= BLOOD * dark
    },
  )
}

/** How each place differs from the skin around it, the blemishes themselves not counted as such. */
function contrast(
  plane: Float32Array,
  region: Float32Array,
  canvas: Patient['canvas'],
): Float32Array {
  const { unit } = canvas
  const near = blur(plane, canvas, Math.max(0.7, 0.0035 * unit))
  const first = blurWithin(plane, region, canvas, AROUND * unit)
  const calm = region.map(
    (value, i) => value * Math.exp(-(((near[i]! - first[i]!) / 2.5) ** 2)) + 1e-6 * value,
  )
  const around = blurWithin(plane, calm, canvas, AROUND * unit)
  return near.map((value, i) => value - around[i]!)
}

/**
 * Fills the patches with the colour of the skin around them. Only what is coarser than the skin's grain is replaced,
 * so a healed place has the texture of the skin, not of a brush.
 */
function heal(
  { canvas, masks, tone }: Patient,
  intensity: number,
  patches: readonly Patch[],
): void {
  const { unit } = canvas
  const marked = new Float32Array(masks.region.length)
  for (const { pixels } of patches) for (const at of pixels) marked[at] = 1
  const spread = blur(marked, canvas, Math.max(1, 0.006 * unit))
  const cover = spread.map((value, i) => masks.region[i]! * smoothstep(0.06, 0.45, value))
  const sound = masks.plain.map((value, i) => value * (1 - smoothstep(0.02, 0.2, spread[i]!)))
  const planes = [tone.l, tone.a, tone.b]
  const fills = blurAllWithin(planes, sound, canvas, 0.016 * unit)
  for (const [nth, plane] of planes.entries()) {
    const fill = fills[nth]!
    const coarse = blur(plane, canvas, Math.max(0.5, 0.0028 * unit))
    for (let i = 0; i < plane.length; i++) {
      if (cover[i]! < 0.004) continue
      const fine = plane[i]! - coarse[i]!
      const grain = fine * Math.exp(-((fine / GRAIN) ** 2))
      plane[i] = plane[i]! + intensity * cover[i]! * (fill[i]! + grain - plane[i]!)
    }
  }
}

function mean(plane: Float32Array, { pixels }: Patch): number {
  let sum = 0
  for (const at of pixels) sum += plane[at]!
  return sum / pixels.length
}
