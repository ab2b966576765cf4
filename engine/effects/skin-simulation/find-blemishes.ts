import type { FaceRegion } from '../../face/face-region.ts'
import { anatomicalCreases } from '../../face/retouch/anatomical-creases.ts'
import type { RetouchState } from '../../face/retouch/retouch-state.ts'
import { allocPlane, withArena } from '../../raster/arena.ts'
import { blur, blurWithin } from '../../raster/blur.ts'
import { type Component, findComponents } from '../../raster/find-components.ts'
import { formula } from '../../raster/formula.ts'
import { medianWithin } from '../../raster/median-within.ts'
import { anatomicalShadows } from './anatomical-shadows.ts'

/** Redder than the skin around, or darker and not mainly redder. */
export type BlemishKind = 'red' | 'dark'

/** The radius of the largest blemish, in widths of the face; the skin it is compared with is found this far around. */
const MAX_RADIUS = 0.032
const SURROUND_SIGMA = 0.03

/** Contrast to the skin around that makes a blemish, in a* and L*, if the skin is even; and in deviations if not. */
const CONTRAST = { red: 2.2, dark: 2.6, deviations: 2.6 } as const

/** The L* of skin on which {@link CONTRAST} holds: a stain that lets through the same share of light shows less on darker skin. */
const REFERENCE_LIGHTNESS = 72

/** a* gained per L* lost that tells blood from pigment. */
const MIN_RED_RATIO = 0.6

/** The skin's fine contrast around a blemish is at most so many times the usual one; hair and beards have more. */
const MAX_ROUGHNESS = 4

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
export function findBlemishes(
  patient: RetouchState,
  kinds: readonly BlemishKind[],
): Map<BlemishKind, Component[]> {
  const { region, masks, lab } = patient
  const redder = contrast(lab.a, masks.skin, region)
  const darker = contrast(lab.l, masks.skin, region)
  negate({ darker })
  const seen = {
    redder,
    darker,
    ...fineContrast(patient),
    shadows: anatomicalShadows(region),
    creases: anatomicalCreases(region),
  }
  return new Map(
    kinds.map((kind) => [kind, withArena(() => findBlemishesOfKind(patient, kind, seen))]),
  )
}

/** What both kinds are told by. */
type BlemishEvidence = Record<
  'redder' | 'darker' | 'fine' | 'shadows' | 'creases',
  Float32Array
> & {
  usual: number
}

function findBlemishesOfKind(
  { region: canvas, masks }: RetouchState,
  kind: BlemishKind,
  seen: BlemishEvidence,
): Component[] {
  const { skin, typical } = masks
  const { faceWidth, width } = canvas
  const { redder, darker, shadows, creases } = seen
  const [signal, size] = [allocPlane(skin.length), allocPlane(skin.length)]
  findSignal({ signal, size, region: skin, wanted: kind === 'red' ? redder : darker })
  const noise = medianWithin(size, skin) / 0.6745
  const usual = Math.min(1, (typical.l + 16) / (REFERENCE_LIGHTNESS + 16))
  const high = Math.max(CONTRAST[kind] * usual, CONTRAST.deviations * noise)
  const rough = roughness(seen, signal, high, skin, canvas)
  const isBlemish = (patch: Component, { longest, onNose }: (typeof SHAPES)[number]): boolean => {
    if (patch.pixels.length < 3 || patch.majorSigma > longest * patch.minorSigma) return false
    if (mean(skin, patch) < 0.8 || mean(shadows, patch) > 0.5) return false
    if (mean(rough, patch) > MAX_ROUGHNESS || (!onNose && mean(creases, patch) > 0.2)) return false
    return mean(redder, patch) > MIN_RED_RATIO * mean(darker, patch) === (kind === 'red')
  }
  const found: Component[] = []
  const most = Math.PI * (MAX_RADIUS * faceWidth) ** 2
  for (const shape of SHAPES) {
    const { share } = shape
    for (const patch of findComponents(signal, width, { low: high * 0.4, share, high, most })) {
      if (!isBlemish(patch, shape)) continue
      found.push(patch)
      for (const at of patch.pixels) signal[at] = 0
    }
  }
  return found
}

const negate = formula({ planes: ['darker'] }, 'darker = 0 - darker')

const findSignal = formula(
  { planes: ['signal', 'region', 'wanted', 'size'] },
  `
  signal = region > 0.35 ? wanted : 0
  size = abs(signal)
`,
)

/** How each place differs from the skin around it, the blemishes themselves not counted as such. */
function contrast(plane: Float32Array, region: Float32Array, canvas: FaceRegion): Float32Array {
  const { faceWidth } = canvas
  const near = blur(plane, canvas, Math.max(0.7, 0.0035 * faceWidth))
  const first = blurWithin(plane, region, canvas, SURROUND_SIGMA * faceWidth)
  const calm = allocPlane(region.length)
  findCalm({ calm, region, near, first })
  const around = blurWithin(plane, calm, canvas, SURROUND_SIGMA * faceWidth)
  compare({ near, around })
  return near
}

const findCalm = formula(
  { planes: ['calm', 'region', 'near', 'first'] },
  'calm = region * exp(-square((near - first) / 2.5))',
)

const compare = formula({ planes: ['near', 'around'] }, 'near = near - around')

/** The fine contrast of each place, and what most of the skin has of it. */
function fineContrast({
  region,
  masks,
  lab,
}: RetouchState): Pick<BlemishEvidence, 'fine' | 'usual'> {
  const fine = blur(lab.l, region, Math.max(0.7, 0.003 * region.faceWidth))
  findFine({ fine, l: lab.l })
  return { fine, usual: 0.15 + medianWithin(fine, masks.clear) }
}

const findFine = formula({ planes: ['fine', 'l'] }, 'fine = abs(l - fine)')

/** The fine contrast around each place, what stands out itself not counted, over that of most of the skin. */
function roughness(
  { fine, usual }: Pick<BlemishEvidence, 'fine' | 'usual'>,
  signal: Float32Array,
  high: number,
  region: Float32Array,
  canvas: FaceRegion,
): Float32Array {
  const beside = allocPlane(fine.length)
  findBeside({ beside, signal, region }, { least: 0.4 * high })
  const rough = blurWithin(fine, beside, canvas, 0.02 * canvas.faceWidth)
  relate({ rough }, { usual })
  return rough
}

const findBeside = formula(
  { planes: ['beside', 'signal', 'region'], scalars: ['least'] },
  'beside = signal > least ? 0 : region',
)

const relate = formula({ planes: ['rough'], scalars: ['usual'] }, 'rough = rough / usual')

function mean(plane: Float32Array, { pixels }: Component): number {
  let sum = 0
  for (const at of pixels) sum += plane[at]!
  return sum / pixels.length
}
