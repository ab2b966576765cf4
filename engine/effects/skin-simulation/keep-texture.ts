import type { SkinConcerns } from '../../../catalog/skin-simulation.ts'
import { formula } from '../../raster/formula.ts'
import { inPlaneRoom, takePlane, zeroPlane } from '../../raster/plane-room.ts'
import { blur, blurAllWithin } from '../skin/blur.ts'
import { type Frame, halved } from '../skin/canvas.ts'
import { double, halve } from '../skin/half-size.ts'
import { medianWithin } from '../skin/median-within.ts'
import { smoothstep } from '../skin/smoothstep.ts'
import { type Lightness, lightnessOf, onFine } from './on-fine.ts'
import { onHalf } from './on-half.ts'
import type { Patient } from './treatment.ts'

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
const TOGETHER = [2, 7] as const

/** What takes texture away; the rest takes colour and broad shade. */
const ROUGH: readonly (keyof SkinConcerns)[] = ['acne', 'spots', 'wrinkle', 'pores', 'texture']

/** How many times as strong as usual around it a detail may be to come back: what is stronger is a pore, a line, a mark. */
const USUAL = 1.8

/** Less of a place than this is no skin. */
const SKIN = 0.004

/** How far around, in widths of the face, texture is measured, and how far a mark reaches beyond its core. */
const AROUND = 0.04
const MARK = 0.007

/**
 * Gives skin that lost more of its texture than a retoucher would take some of it back: of its own, in its own places,
 * without the marks in it. Where enough is left nothing changes.
 */
export function keepTexture(patient: Patient, asked: SkinConcerns): void {
  const all = smoothstep(
    ...TOGETHER,
    Object.values(asked).reduce((sum: number, value) => sum + (value ?? 0), 0),
  )
  if (all === 0 && !ROUGH.some((name) => (asked[name] ?? 0) > 0)) return
  for (const band of BANDS) {
    const least = band.always + all * (band.together - band.always)
    if (least === 0) continue
    if (band.fine === 0) onFine(patient, (lightness) => keepBand(lightness, band, least))
    else onHalf(lightnessOf(patient), band.fine, (lightness) => keepBand(lightness, band, least))
  }
}

type Band = { fine: number; coarse: number }

/** Gives back what a band of detail lacks of its least share. */
function keepBand({ frame, l, came, plain }: Lightness, band: Band, least: number): void {
  inPlaneRoom(() => {
    const faint = unmarked(bandOf(came, frame, band), plain, frame)
    const now = bandOf(l, frame, band)
    const half = halved(frame)
    const [wished, left] = strengths([faint, now], plain, frame, half)
    const missing = takePlane(wished!.length)
    findMissing({ missing, wished: wished!, left: left! }, { least })
    giveBack({ l, plain, faint, missing: double(missing, half, frame) })
  })
}

const findMissing = formula('missing = max(0, least - left / max(0.001, wished))')

const giveBack = formula(`
  where plain >= ${SKIN}
  l = l + plain * missing * faint
`)

/** Detail without what is much stronger than usual: dark points are pores and go, light ones are the skin between them. */
function unmarked(own: Float32Array, plain: Float32Array, frame: Frame): Float32Array {
  const size = takePlane(own.length)
  measure({ size, own })
  const usual = medianWithin(size, plain) / 0.6745
  const half = halved(frame)
  const bound = double(strengths([own], plain, frame, half)[0]!, half, frame)
  const over = takePlane(own.length)
  exceed({ over, bound, size, plain }, { usual })
  const marks = blur(over, frame, Math.max(1, MARK * frame.unit))
  const faint = zeroPlane(own.length)
  soften({ faint, own, bound, marks, plain })
  return faint
}

const measure = formula('size = abs(own)')

const exceed = formula(`
  bound = max(0.001, ${USUAL} * max(usual, 0.6 * bound))
  over = plain >= ${SKIN} ? smoothstep(1.2, 2.5, size / bound) : 0
`)

const soften = formula(`
  where plain >= ${SKIN}
  share = own / bound
  less = own < 0 ? own * exp(-square(share)) : bound * tanh(share)
  faint = less * (1 - smoothstep(0.1, 0.4, marks))
`)

/** The root mean square of each detail around each place: as smooth as that is, it is found on half the size. */
function strengths(
  details: readonly Float32Array[],
  plain: Float32Array,
  frame: Frame,
  half: Frame,
): Float32Array[] {
  const squares = details.map((detail) => {
    const squared = takePlane(detail.length)
    multiply({ squared, detail })
    return halve(squared, frame, half)
  })
  const around = blurAllWithin(squares, halve(plain, frame, half), half, AROUND * half.unit)
  for (const plane of around) takeRoot({ plane })
  return around
}

const multiply = formula('squared = square(detail)')

const takeRoot = formula('plane = sqrt(max(0, plane))')

function bandOf(plane: Float32Array, frame: Frame, { fine, coarse }: Band): Float32Array {
  const soft = blur(plane, frame, Math.max(0.8, coarse * frame.unit))
  const sharp = fine === 0 ? plane : blur(plane, frame, Math.max(0.8, fine * frame.unit))
  subtract({ soft, sharp })
  return soft
}

const subtract = formula('soft = sharp - soft')
