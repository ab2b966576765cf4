import { Fault } from '../../../catalog/fault.ts'
import { blurWithin } from '../skin/blur.ts'
import type { Canvas } from '../skin/canvas.ts'
import type { SkinMasks } from '../skin/skin-masks.ts'

/** Colours are looked at through a blur of this, in widths of the face: spots and flushes are no light. */
const PATCH = 0.04

/**
 * How far the skin's colour may spread, in CIELAB's a* and b*, and as a share of how colourful it is. In one light faces
 * measure 0.1 to 0.3, in lamps of two colours 0.45 to 0.7; a shadow spreads the colours of a very warm light too.
 */
const SPREAD = { units: 8, share: 0.42 } as const

/**
 * Throws Fault `hidden-face` for a reference face in lights of different colours: their border runs through the skin and
 * would stay there as a stain.
 */
export function requireOneLight(canvas: Canvas, { region }: SkinMasks): void {
  const a = spreadOf(canvas.tone.a, canvas, region)
  const b = spreadOf(canvas.tone.b, canvas, region)
  const spread = Math.hypot(a.deviation, b.deviation)
  if (spread <= SPREAD.units || spread <= SPREAD.share * Math.hypot(a.mean, b.mean)) return
  throw new Fault('hidden-face', 'The reference face stands in lights of different colours.', {
    role: 'ref',
  })
}

function spreadOf(
  plane: Float32Array,
  canvas: Canvas,
  skin: Float32Array,
): { mean: number; deviation: number } {
  const coarse = blurWithin(plane, skin, canvas, PATCH * canvas.unit)
  let [sum, squares, weight] = [0, 0, 1e-6]
  for (let i = 0; i < coarse.length; i++) {
    sum += skin[i]! * coarse[i]!
    squares += skin[i]! * coarse[i]! ** 2
    weight += skin[i]!
  }
  const mean = sum / weight
  return { mean, deviation: Math.sqrt(Math.max(0, squares / weight - mean * mean)) }
}
