import type { SkinConcerns } from '../../../catalog/features/skin-simulation.ts'
import { type FaceRegionGeometry, halveGeometry } from '../../face/face-region.ts'
import type { RetouchState } from '../../face/retouch/retouch-state.ts'
import { RETOUCH_LEAST } from '../../face/tuning.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocPlane, allocZeroPlane, withArena } from '../../raster/arena.ts'
import { blur, blurAllWithin } from '../../raster/filter/blur.ts'
import { doubleSize, halveSize } from '../../raster/filter/half-size.ts'
import { robustDeviationWithin } from '../../raster/filter/median-within.ts'
import { formula } from '../../raster/formula.ts'
import {
  editAtHalfSize,
  editWithDetailBand,
  type LightnessLayer,
  lightnessLayerOf,
} from './lightness-layer.ts'
import {
  ALL_CONCERNS,
  BESIDE_MARKS,
  LEAST_TEXTURE,
  LEAST_TEXTURE_SIGMA,
  LOCAL_TEXTURE,
  MARK_CONTRAST,
  MARK_SIGMA,
  MAX_TIMES_USUAL,
  RMS_SIGMA,
  TEXTURE_BANDS,
} from './tuning.ts'

/** The concerns whose filters remove texture; the others change colour and broad shading. */
const TEXTURE_CONCERNS: readonly (keyof SkinConcerns)[] = [
  'acne',
  'spots',
  'wrinkle',
  'pores',
  'texture',
]

/**
 * Restores texture where the filters removed more than a retoucher would: the face's own detail, where it was, without
 * the marks in it. Where enough is left nothing changes.
 */
export function restoreTexture(state: RetouchState, asked: SkinConcerns): void {
  const all = smoothstep(
    ...ALL_CONCERNS,
    Object.values(asked).reduce((sum: number, value) => sum + (value ?? 0), 0),
  )
  if (all === 0 && !TEXTURE_CONCERNS.some((name) => (asked[name] ?? 0) > 0)) return
  for (const [at, { coarse, always, together }] of TEXTURE_BANDS.entries()) {
    const least = always + all * (together - always)
    if (least === 0) continue
    const band = { fine: TEXTURE_BANDS[at - 1]?.coarse ?? 0, coarse }
    const restore = (lightness: LightnessLayer): void => restoreBand(lightness, band, least)
    if (band.fine === 0) editWithDetailBand(state, restore)
    else editAtHalfSize(lightnessLayerOf(state), band.fine, restore)
  }
}

type Band = { fine: number; coarse: number }

/** Adds to a band of detail what it lacks of its least share. */
function restoreBand(
  { geometry, l, original, clear }: LightnessLayer,
  band: Band,
  least: number,
): void {
  withArena(() => {
    const faint = faintDetail(detailBandOf(original, geometry, band), clear, geometry)
    const now = detailBandOf(l, geometry, band)
    const half = halveGeometry(geometry)
    const [had, left] = localRms([faint, now], clear, geometry, half)
    const missing = allocPlane(had!.length)
    findMissing({ missing, had: had!, left: left! }, { least })
    giveBack({ l, clear, faint, missing: doubleSize(missing, half, geometry) })
  })
}

const findMissing = formula(
  { planes: ['missing', 'left', 'had'], scalars: ['least'] },
  'missing = max(0, least - left / max(0.001, had))',
)

const giveBack = formula(
  { planes: ['clear', 'l', 'missing', 'faint'] },
  `
  where clear >= ${RETOUCH_LEAST}
  l = l + clear * missing * faint
`,
)

/**
 * Detail without what is much stronger than usual. Strong dark detail is pores and is left out; strong light detail is
 * the skin between them and is limited.
 */
function faintDetail(
  own: Float32Array,
  clear: Float32Array,
  geometry: FaceRegionGeometry,
): Float32Array {
  const size = allocPlane(own.length)
  measure({ size, own })
  const usual = robustDeviationWithin(size, clear)
  const half = halveGeometry(geometry)
  const bound = doubleSize(localRms([own], clear, geometry, half)[0]!, half, geometry)
  const over = allocPlane(own.length)
  exceed({ over, bound, size, clear }, { usual })
  const marks = blur(over, geometry, Math.max(1, MARK_SIGMA * geometry.faceWidth))
  const faint = allocZeroPlane(own.length)
  soften({ faint, own, bound, marks, clear })
  return faint
}

const measure = formula({ planes: ['size', 'own'] }, 'size = abs(own)')

const exceed = formula(
  { planes: ['bound', 'over', 'clear', 'size'], scalars: ['usual'] },
  `
  bound = max(${LEAST_TEXTURE}, ${MAX_TIMES_USUAL} * max(usual, ${LOCAL_TEXTURE} * bound))
  over = clear >= ${RETOUCH_LEAST} ? smoothstep(${MARK_CONTRAST.from}, ${MARK_CONTRAST.to}, size / bound) : 0
`,
)

const soften = formula(
  { planes: ['clear', 'own', 'bound', 'faint', 'marks'] },
  `
  where clear >= ${RETOUCH_LEAST}
  share = own / bound
  less = own < 0 ? own * exp(-square(share)) : bound * tanh(share)
  faint = less * (1 - smoothstep(${BESIDE_MARKS.from}, ${BESIDE_MARKS.to}, marks))
`,
)

/** The root mean square of each detail around each pixel, at half the size, since it is smooth. */
function localRms(
  details: readonly Float32Array[],
  clear: Float32Array,
  geometry: FaceRegionGeometry,
  half: FaceRegionGeometry,
): Float32Array[] {
  const squares = details.map((detail) => {
    const squared = allocPlane(detail.length)
    multiply({ squared, detail })
    return halveSize(squared, geometry, half)
  })
  const around = blurAllWithin(
    squares,
    halveSize(clear, geometry, half),
    half,
    RMS_SIGMA * half.faceWidth,
  )
  for (const plane of around) takeRoot({ plane })
  return around
}

const multiply = formula({ planes: ['squared', 'detail'] }, 'squared = square(detail)')

const takeRoot = formula({ planes: ['plane'] }, 'plane = sqrt(max(0, plane))')

function detailBandOf(
  plane: Float32Array,
  geometry: FaceRegionGeometry,
  { fine, coarse }: Band,
): Float32Array {
  const soft = blur(plane, geometry, Math.max(LEAST_TEXTURE_SIGMA, coarse * geometry.faceWidth))
  const sharp =
    fine === 0
      ? plane
      : blur(plane, geometry, Math.max(LEAST_TEXTURE_SIGMA, fine * geometry.faceWidth))
  subtract({ soft, sharp })
  return soft
}

const subtract = formula({ planes: ['soft', 'sharp'] }, 'soft = sharp - soft')
