import type { SkinConcerns } from '../../../catalog/skin-simulation.ts'
import { blur, blurAllWithin } from '../skin/blur.ts'
import { medianWithin } from '../skin/median-within.ts'
import { smoothstep } from '../skin/smoothstep.ts'
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
export function keepTexture({ canvas, masks, tone }: Patient, asked: SkinConcerns): void {
  const all = smoothstep(
    ...TOGETHER,
    Object.values(asked).reduce((sum: number, value) => sum + (value ?? 0), 0),
  )
  if (all === 0 && !ROUGH.some((name) => (asked[name] ?? 0) > 0)) return
  const { plain } = masks
  for (const { fine, coarse, always, together } of BANDS) {
    const least = always + all * (together - always)
    if (least === 0) continue
    const own = band(canvas.tone.l, canvas, fine, coarse)
    const faint = unmarked(own, plain, canvas)
    const now = band(tone.l, canvas, fine, coarse)
    const [wished, left] = strengths([faint, now], plain, canvas)
    for (let i = 0; i < plain.length; i++) {
      if (plain[i]! < SKIN) continue
      const missing = least - left![i]! / Math.max(1e-3, wished![i]!)
      if (missing > 0) tone.l[i] = tone.l[i]! + plain[i]! * missing * faint[i]!
    }
  }
}

/** Detail without what is much stronger than usual: dark points are pores and go, light ones are the skin between them. */
function unmarked(own: Float32Array, plain: Float32Array, canvas: Patient['canvas']): Float32Array {
  const size = new Float32Array(own.length)
  for (let i = 0; i < own.length; i++) size[i] = Math.abs(own[i]!)
  const usual = medianWithin(size, plain) / 0.6745
  const bound = strengths([own], plain, canvas)[0]!
  const over = new Float32Array(own.length)
  for (let i = 0; i < own.length; i++) {
    if (plain[i]! < SKIN) continue
    bound[i] = Math.max(1e-3, USUAL * Math.max(usual, 0.6 * bound[i]!))
    over[i] = smoothstep(1.2, 2.5, size[i]! / bound[i]!)
  }
  const marks = blur(over, canvas, Math.max(1, MARK * canvas.unit))
  for (let i = 0; i < own.length; i++) {
    if (plain[i]! < SKIN) {
      own[i] = 0
      continue
    }
    const value = own[i]!
    const most = bound[i]!
    const faint =
      value < 0 ? value * Math.exp(-((value / most) ** 2)) : most * Math.tanh(value / most)
    own[i] = faint * (1 - smoothstep(0.1, 0.4, marks[i]!))
  }
  return own
}

/** The root mean square of each detail around each place. */
function strengths(
  details: readonly Float32Array[],
  plain: Float32Array,
  canvas: Patient['canvas'],
): Float32Array[] {
  const squares = details.map((detail) => {
    const square = new Float32Array(detail.length)
    for (let i = 0; i < square.length; i++) square[i] = detail[i]! ** 2
    return square
  })
  const around = blurAllWithin(squares, plain, canvas, AROUND * canvas.unit)
  for (const plane of around) {
    for (let i = 0; i < plane.length; i++) plane[i] = Math.sqrt(Math.max(0, plane[i]!))
  }
  return around
}

function band(
  plane: Float32Array,
  canvas: Patient['canvas'],
  fine: number,
  coarse: number,
): Float32Array {
  const soft = blur(plane, canvas, Math.max(0.8, coarse * canvas.unit))
  const sharp = fine === 0 ? plane : blur(plane, canvas, Math.max(0.8, fine * canvas.unit))
  for (let i = 0; i < soft.length; i++) soft[i] = sharp[i]! - soft[i]!
  return soft
}
