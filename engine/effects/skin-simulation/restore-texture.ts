import type { SkinConcerns } from '../../../catalog/skin-simulation.ts'
import { type FaceRegionGeometry, halveGeometry } from '../../face/face-region.ts'
import type { RetouchState } from '../../face/retouch/retouch-state.ts'
import { allocPlane, allocZeroPlane, withArena } from '../../raster/arena.ts'
import { blur, blurAllWithin } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import { doubleSize, halveSize } from '../../raster/half-size.ts'
import { medianWithin } from '../../raster/median-within.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import { editAtHalfSize } from './edit-at-half-size.ts'
import { editWithDetailBand, type LightnessLayer, lightnessLayerOf } from './lightness-layer.ts'

/**
 * The bands of detail that make a face look like skin and not like paint, between two blurs in widths of the face: grain,
 * pores, bumps, modelling. Of the face's own at least a share is left: `always`, or where everything is treated at once.
 */
const BANDS = [
  { fine: 0, coarse: 0.0045, always: 0.8, together: 0.95 },
  { fine: 0.0045, coarse: 0.014, always: 0.4, together: 0.75 },
  { fine: 0.014, coarse: 0.045, always: 0, together: 0.65 },
] as const

/** How many concerns, by their intensities' sum, are no treatment of their own any more, and how many are everything. */
const ALL_CONCERNS = [2, 7] as const

/** What takes texture away; the rest takes colour and broad shade. */
const TEXTURE_CONCERNS: readonly (keyof SkinConcerns)[] = [
  'acne',
  'spots',
  'wrinkle',
  'pores',
  'texture',
]

/** How many times as strong as usual around it a detail may be to come back: what is stronger is a pore, a line, a mark. */
const MAX_TIMES_USUAL = 1.8

/** Less of a place than this is no skin. */
const MIN_SKIN = 0.004

/** How far around, in widths of the face, texture is measured, and how far a mark reaches beyond its core. */
const RMS_SIGMA = 0.04
const MARK_SIGMA = 0.007

/**
 * Gives skin that lost more of its texture than a retoucher would take some of it back: of its own, in its own places,
 * without the marks in it. Where enough is left nothing changes.
 */
export function restoreTexture(patient: RetouchState, asked: SkinConcerns): void {
  const all = smoothstep(
    ...ALL_CONCERNS,
    Object.values(asked).reduce((sum: number, value) => sum + (value ?? 0), 0),
  )
  if (all === 0 && !TEXTURE_CONCERNS.some((name) => (asked[name] ?? 0) > 0)) return
  for (const band of BANDS) {
    const least = band.always + all * (band.together - band.always)
    if (least === 0) continue
    if (band.fine === 0)
      editWithDetailBand(patient, (lightness) => restoreBand(lightness, band, least))
    else
      editAtHalfSize(lightnessLayerOf(patient), band.fine, (lightness) =>
        restoreBand(lightness, band, least),
      )
  }
}

type Band = { fine: number; coarse: number }

/** Gives back what a band of detail lacks of its least share. */
function restoreBand(
  { geometry, l, original, clear }: LightnessLayer,
  band: Band,
  least: number,
): void {
  withArena(() => {
    const faint = faintDetail(detailBandOf(original, geometry, band), clear, geometry)
    const now = detailBandOf(l, geometry, band)
    const half = halveGeometry(geometry)
    const [wished, left] = localRms([faint, now], clear, geometry, half)
    const missing = allocPlane(wished!.length)
    findMissing({ missing, wished: wished!, left: left! }, { least })
    giveBack({ l, plain: clear, faint, missing: doubleSize(missing, half, geometry) })
  })
}

const findMissing = formula(
  { planes: ['missing', 'left', 'wished'], scalars: ['least'] },
  'missing = max(0, least - left / max(0.001, wished))',
)

const giveBack = formula(
  { planes: ['plain', 'l', 'missing', 'faint'] },
  `
  where plain >= ${MIN_SKIN}
  l = l + plain * missing * faint
`,
)

/** Detail without what is much stronger than usual: dark points are pores and go, light ones are the skin between them. */
function faintDetail(
  own: Float32Array,
  plain: Float32Array,
  frame: FaceRegionGeometry,
): Float32Array {
  const size = allocPlane(own.length)
  measure({ size, own })
  const usual = medianWithin(size, plain) / 0.6745
  const half = halveGeometry(frame)
  const bound = doubleSize(localRms([own], plain, frame, half)[0]!, half, frame)
  const over = allocPlane(own.length)
  exceed({ over, bound, size, plain }, { usual })
  const marks = blur(over, frame, Math.max(1, MARK_SIGMA * frame.faceWidth))
  const faint = allocZeroPlane(own.length)
  soften({ faint, own, bound, marks, plain })
  return faint
}

const measure = formula({ planes: ['size', 'own'] }, 'size = abs(own)')

const exceed = formula(
  { planes: ['bound', 'over', 'plain', 'size'], scalars: ['usual'] },
  `
  bound = max(0.001, ${MAX_TIMES_USUAL} * max(usual, 0.6 * bound))
  over = plain >= ${MIN_SKIN} ? smoothstep(1.2, 2.5, size / bound) : 0
`,
)

const soften = formula(
  { planes: ['plain', 'own', 'bound', 'faint', 'marks'] },
  `
  where plain >= ${MIN_SKIN}
  share = own / bound
  less = own < 0 ? own * exp(-square(share)) : bound * tanh(share)
  faint = less * (1 - smoothstep(0.1, 0.4, marks))
`,
)

/** The root mean square of each detail around each place: as smooth as that is, it is found on half the size. */
function localRms(
  details: readonly Float32Array[],
  plain: Float32Array,
  frame: FaceRegionGeometry,
  half: FaceRegionGeometry,
): Float32Array[] {
  const squares = details.map((detail) => {
    const squared = allocPlane(detail.length)
    multiply({ squared, detail })
    return halveSize(squared, frame, half)
  })
  const around = blurAllWithin(
    squares,
    halveSize(plain, frame, half),
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
  frame: FaceRegionGeometry,
  { fine, coarse }: Band,
): Float32Array {
  const soft = blur(plane, frame, Math.max(0.8, coarse * frame.faceWidth))
  const sharp = fine === 0 ? plane : blur(plane, frame, Math.max(0.8, fine * frame.faceWidth))
  subtract({ soft, sharp })
  return soft
}

const subtract = formula({ planes: ['soft', 'sharp'] }, 'soft = sharp - soft')
