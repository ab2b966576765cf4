import type { FaceRegion } from '../../face/face-region.ts'
import { anatomicalCreases, anatomicalShadows } from '../../face/retouch/anatomical-masks.ts'
import type { RetouchState } from '../../face/retouch/retouch-state.ts'
import { allocPlane, withArena } from '../../raster/arena.ts'
import { blur, blurWithin } from '../../raster/filter/blur.ts'
import { medianWithin, robustDeviationWithin } from '../../raster/filter/median-within.ts'
import { formula } from '../../raster/formula.ts'
import { type Component, findComponents, meanOver } from '../../raster/mask/find-components.ts'
import {
  BLEMISH_EDGE,
  BLEMISH_SHAPES,
  BLEMISH_SIGMA,
  BLEMISH_SKIN,
  BLEMISHES_CONTRAST,
  IN_CREASE,
  MAX_RADIUS,
  MAX_ROUGHNESS,
  MIN_RED_RATIO,
  REFERENCE_LIGHTNESS,
  SURROUND_SIGMA,
  USUAL_GRAIN,
} from './tuning.ts'

/** Redder than the skin around, or darker and not mainly redder. */
export type BlemishKind = 'red' | 'dark'

/** Finds the blemishes of each kind: round spots that stand out from the skin around. */
export function findBlemishes(
  state: RetouchState,
  kinds: readonly BlemishKind[],
): Map<BlemishKind, Component[]> {
  const { region, masks, lab } = state
  const redder = contrast(lab.a, masks.skin, region)
  const darker = contrast(lab.l, masks.skin, region)
  negate({ darker })
  const evidence = {
    redder,
    darker,
    ...fineContrast(state),
    shadows: anatomicalShadows(region),
    creases: anatomicalCreases(region),
  }
  return new Map(
    kinds.map((kind) => [kind, withArena(() => findBlemishesOfKind(state, kind, evidence))]),
  )
}

/** What blemishes of both kinds are found by. */
type BlemishEvidence = {
  /** How much redder (a*) and darker (L*) each pixel is than the skin around. */
  redder: Float32Array
  darker: Float32Array
  /** The fine contrast, L*, of each pixel, and of most of the skin. */
  fine: Float32Array
  usual: number
  /** Where every face has shadows and creases, 0–1. */
  shadows: Float32Array
  creases: Float32Array
}

function findBlemishesOfKind(
  { region, masks }: RetouchState,
  kind: BlemishKind,
  evidence: BlemishEvidence,
): Component[] {
  const { skin, typical } = masks
  const { faceWidth, width } = region
  const { redder, darker, shadows, creases } = evidence
  const [signal, size] = [allocPlane(skin.length), allocPlane(skin.length)]
  findSignal({ signal, size, skin, wanted: kind === 'red' ? redder : darker })
  const noise = robustDeviationWithin(size, skin)
  const usual = Math.min(1, (typical.l + 16) / (REFERENCE_LIGHTNESS + 16))
  const high = Math.max(BLEMISHES_CONTRAST[kind] * usual, BLEMISHES_CONTRAST.deviations * noise)
  const rough = roughness(evidence, signal, high, skin, region)
  const isBlemish = (
    spot: Component,
    { longest, onNose }: (typeof BLEMISH_SHAPES)[number],
  ): boolean => {
    if (spot.pixels.length < 3 || spot.majorSigma > longest * spot.minorSigma) return false
    if (meanOver(skin, spot) < BLEMISH_SKIN.mean || meanOver(shadows, spot) > 0.5) return false
    if (meanOver(rough, spot) > MAX_ROUGHNESS) return false
    if (!onNose && meanOver(creases, spot) > IN_CREASE) return false
    const isRed = meanOver(redder, spot) > MIN_RED_RATIO * meanOver(darker, spot)
    return isRed === (kind === 'red')
  }
  const found: Component[] = []
  const most = Math.PI * (MAX_RADIUS * faceWidth) ** 2
  for (const shape of BLEMISH_SHAPES) {
    const { share } = shape
    for (const spot of findComponents(signal, width, {
      low: high * BLEMISH_EDGE,
      share,
      high,
      most,
    })) {
      if (!isBlemish(spot, shape)) continue
      found.push(spot)
      for (const pixel of spot.pixels) signal[pixel] = 0
    }
  }
  return found
}

const negate = formula({ planes: ['darker'] }, 'darker = 0 - darker')

const findSignal = formula(
  { planes: ['signal', 'skin', 'wanted', 'size'] },
  `
  signal = skin > ${BLEMISH_SKIN.pixel} ? wanted : 0
  size = abs(signal)
`,
)

/** How each pixel differs from the skin around it. In a second pass what stands out no longer counts as skin around. */
function contrast(plane: Float32Array, skin: Float32Array, region: FaceRegion): Float32Array {
  const { faceWidth } = region
  const near = blur(plane, region, Math.max(BLEMISH_SIGMA.least, BLEMISH_SIGMA.near * faceWidth))
  const first = blurWithin(plane, skin, region, SURROUND_SIGMA * faceWidth)
  const calm = allocPlane(skin.length)
  findCalm({ calm, skin, near, first })
  const around = blurWithin(plane, calm, region, SURROUND_SIGMA * faceWidth)
  compare({ near, around })
  return near
}

const findCalm = formula(
  { planes: ['calm', 'skin', 'near', 'first'] },
  'calm = skin * exp(-square((near - first) / 2.5))',
)

const compare = formula({ planes: ['near', 'around'] }, 'near = near - around')

/** The fine contrast of each pixel, and that of most of the skin. */
function fineContrast({ region, masks, lab }: RetouchState) {
  const fine = blur(
    lab.l,
    region,
    Math.max(BLEMISH_SIGMA.least, BLEMISH_SIGMA.fine * region.faceWidth),
  )
  findFine({ fine, l: lab.l })
  return { fine, usual: USUAL_GRAIN + medianWithin(fine, masks.clear) }
}

const findFine = formula({ planes: ['fine', 'l'] }, 'fine = abs(l - fine)')

/** The fine contrast around each pixel, over that of most of the skin. What stands out itself does not count. */
function roughness(
  { fine, usual }: BlemishEvidence,
  signal: Float32Array,
  high: number,
  skin: Float32Array,
  region: FaceRegion,
): Float32Array {
  const beside = allocPlane(fine.length)
  findBeside({ beside, signal, skin }, { least: BLEMISH_EDGE * high })
  const rough = blurWithin(fine, beside, region, BLEMISH_SIGMA.rough * region.faceWidth)
  relate({ rough }, { usual })
  return rough
}

const findBeside = formula(
  { planes: ['beside', 'signal', 'skin'], scalars: ['least'] },
  'beside = signal > least ? 0 : skin',
)

const relate = formula({ planes: ['rough'], scalars: ['usual'] }, 'rough = rough / usual')
