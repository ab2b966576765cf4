import { formula } from '../../raster/formula.ts'
import { inPlaneRoom, takePlane } from '../../raster/plane-room.ts'
import { blur, blurWithin } from '../skin/blur.ts'
import type { Canvas } from '../skin/canvas.ts'
import { medianWithin } from '../skin/median-within.ts'
import { findPatches, type Patch } from './find-patches.ts'
import { ownCreases } from './own-creases.ts'
import { ownShadows } from './own-shadows.ts'
import type { Patient } from './treatment.ts'

/** Redder than the skin around, or darker and not mainly redder. */
export type Kind = 'red' | 'dark'

/** The radius of the largest blemish, in widths of the face; the skin it is compared with is found this far around. */
const LARGEST = 0.032
const AROUND = 0.03

/** Contrast to the skin around that makes a blemish, in a* and L*, if the skin is even; and in deviations if not. */
const CONTRAST = { red: 2.2, dark: 2.6, deviations: 2.6 } as const

/** The L* of skin on which {@link CONTRAST} holds: a stain that lets through the same share of light shows less on darker skin. */
const LIGHT = 72

/** a* gained per L* lost that tells blood from pigment. */
const BLOOD = 0.6

/** The skin's fine contrast around a blemish is at most so many times the usual one; hair and beards have more. */
const ROUGH = 4

/**
 * A blemish is followed down to a share of its peak and is at most so much longer than wide: folds and hairs are longer.
 * One that runs into its neighbour or into a line is found at the second share, by its core; on the nose, whose creases
 * have such cores too, it is left.
 */
const SHAPES = [
  { share: 0.35, longest: 2.6, onNose: true },
  { share: 0.65, longest: 1.7, onNose: false },
] as const

/** The blemishes of each kind, as patches of the canvas. */
export function findBlemishes(patient: Patient, kinds: readonly Kind[]): Map<Kind, Patch[]> {
  const { canvas, masks, tone } = patient
  const redder = contrast(tone.a, masks.region, canvas)
  const darker = contrast(tone.l, masks.region, canvas)
  negate({ darker })
  const seen = {
    redder,
    darker,
    ...grainOf(patient),
    shadows: ownShadows(canvas),
    creases: ownCreases(canvas),
  }
  return new Map(kinds.map((kind) => [kind, inPlaneRoom(() => findKind(patient, kind, seen))]))
}

/** What both kinds are told by. */
type Seen = Record<'redder' | 'darker' | 'fine' | 'shadows' | 'creases', Float32Array> & {
  usual: number
}

function findKind({ canvas, masks }: Patient, kind: Kind, seen: Seen): Patch[] {
  const { region, typical } = masks
  const { unit, width } = canvas
  const { redder, darker, shadows, creases } = seen
  const [signal, size] = [takePlane(region.length), takePlane(region.length)]
  findSignal({ signal, size, region, wanted: kind === 'red' ? redder : darker })
  const noise = medianWithin(size, region) / 0.6745
  const usual = Math.min(1, (typical.l + 16) / (LIGHT + 16))
  const high = Math.max(CONTRAST[kind] * usual, CONTRAST.deviations * noise)
  const rough = roughness(seen, signal, high, region, canvas)
  const isBlemish = (patch: Patch, { longest, onNose }: (typeof SHAPES)[number]): boolean => {
    if (patch.pixels.length < 3 || patch.long > longest * patch.short) return false
    if (mean(region, patch) < 0.8 || mean(shadows, patch) > 0.5) return false
    if (mean(rough, patch) > ROUGH || (!onNose && mean(creases, patch) > 0.2)) return false
    return mean(redder, patch) > BLOOD * mean(darker, patch) === (kind === 'red')
  }
  const found: Patch[] = []
  const most = Math.PI * (LARGEST * unit) ** 2
  for (const shape of SHAPES) {
    const { share } = shape
    for (const patch of findPatches(signal, width, { low: high * 0.4, share, high, most })) {
      if (!isBlemish(patch, shape)) continue
      found.push(patch)
      for (const at of patch.pixels) signal[at] = 0
    }
  }
  return found
}

const negate = formula('darker = 0 - darker')

const findSignal = formula(`
  signal = region > 0.35 ? wanted : 0
  size = abs(signal)
`)

/** How each place differs from the skin around it, the blemishes themselves not counted as such. */
function contrast(plane: Float32Array, region: Float32Array, canvas: Canvas): Float32Array {
  const { unit } = canvas
  const near = blur(plane, canvas, Math.max(0.7, 0.0035 * unit))
  const first = blurWithin(plane, region, canvas, AROUND * unit)
  const calm = takePlane(region.length)
  findCalm({ calm, region, near, first })
  const around = blurWithin(plane, calm, canvas, AROUND * unit)
  compare({ near, around })
  return near
}

const findCalm = formula('calm = region * exp(-square((near - first) / 2.5))')

const compare = formula('near = near - around')

/** The fine contrast of each place, and what most of the skin has of it. */
function grainOf({ canvas, masks, tone }: Patient): Pick<Seen, 'fine' | 'usual'> {
  const fine = blur(tone.l, canvas, Math.max(0.7, 0.003 * canvas.unit))
  findFine({ fine, l: tone.l })
  return { fine, usual: 0.15 + medianWithin(fine, masks.plain) }
}

const findFine = formula('fine = abs(l - fine)')

/** The fine contrast around each place, what stands out itself not counted, over that of most of the skin. */
function roughness(
  { fine, usual }: Pick<Seen, 'fine' | 'usual'>,
  signal: Float32Array,
  high: number,
  region: Float32Array,
  canvas: Canvas,
): Float32Array {
  const beside = takePlane(fine.length)
  findBeside({ beside, signal, region }, { least: 0.4 * high })
  const rough = blurWithin(fine, beside, canvas, 0.02 * canvas.unit)
  relate({ rough }, { usual })
  return rough
}

const findBeside = formula('beside = signal > least ? 0 : region')

const relate = formula('rough = rough / usual')

function mean(plane: Float32Array, { pixels }: Patch): number {
  let sum = 0
  for (const at of pixels) sum += plane[at]!
  return sum / pixels.length
}
