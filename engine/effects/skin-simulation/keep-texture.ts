import { blur, blurWithin } from '../skin/blur.ts'
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

/** How many times as strong as usual around it a detail may be to come back: what is stronger is a pore, a line, a mark. */
const USUAL = 1.8

/** How far around, in widths of the face, texture is measured, and how far a mark reaches beyond its core. */
const AROUND = 0.04
const MARK = 0.007

/**
 * Gives skin that lost more of its texture than a retoucher would take some of it back: of its own, in its own places,
 * without the marks in it. Where enough is left nothing changes. `asked` is the sum of all intensities.
 */
export function keepTexture({ canvas, masks, tone }: Patient, asked: number): void {
  const { plain } = masks
  const all = smoothstep(...TOGETHER, asked)
  for (const { fine, coarse, always, together } of BANDS) {
    const least = always + all * (together - always)
    if (least === 0) continue
    const own = band(canvas.tone.l, canvas, fine, coarse)
    const faint = unmarked(own, plain, canvas)
    const wished = strength(faint, plain, canvas)
    const left = strength(band(tone.l, canvas, fine, coarse), plain, canvas)
    for (let i = 0; i < plain.length; i++) {
      if (plain[i]! < 0.004) continue
      const missing = least - left[i]! / Math.max(1e-3, wished[i]!)
      if (missing > 0) tone.l[i] = tone.l[i]! + plain[i]! * missing * faint[i]!
    }
  }
}

/** Detail without what is much stronger than usual: dark points are pores and go, light ones are the skin between them. */
function unmarked(own: Float32Array, plain: Float32Array, canvas: Patient['canvas']): Float32Array {
  const usual = medianWithin(own.map(Math.abs), plain) / 0.6745
  const bound = strength(own, plain, canvas)
  const over = new Float32Array(own.length)
  for (let i = 0; i < own.length; i++) {
    bound[i] = Math.max(1e-3, USUAL * Math.max(usual, 0.6 * bound[i]!))
    over[i] = smoothstep(1.2, 2.5, Math.abs(own[i]!) / bound[i]!)
  }
  const marks = blur(over, canvas, Math.max(1, MARK * canvas.unit))
  for (let i = 0; i < own.length; i++) {
    const [value, most] = [own[i]!, bound[i]!]
    const faint =
      value < 0 ? value * Math.exp(-((value / most) ** 2)) : most * Math.tanh(value / most)
    own[i] = faint * (1 - smoothstep(0.1, 0.4, marks[i]!))
  }
  return own
}

/** The root mean square of detail around each place. */
function strength(
  detail: Float32Array,
  plain: Float32Array,
  canvas: Patient['canvas'],
): Float32Array {
  const squares = new Float32Array(detail.length)
  for (let i = 0; i < squares.length; i++) squares[i] = detail[i]! ** 2
  const around = blurWithin(squares, plain, canvas, AROUND * canvas.unit)
  for (let i = 0; i < around.length; i++) around[i] = Math.sqrt(Math.max(0, around[i]!))
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
