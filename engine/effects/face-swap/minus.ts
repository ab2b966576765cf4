import { formula } from '../../raster/formula.ts'
import { takePlane } from '../../raster/plane-room.ts'
import type { Tone } from '../skin/canvas.ts'

/** The axes of CIELAB. */
export const AXES = ['l', 'a', 'b'] as const

/** What is left of one plane without another. */
export function minus(one: Float32Array, other: Float32Array): Float32Array {
  const left = takePlane(one.length)
  subtract({ left, one, other })
  return left
}

const subtract = formula('left = one - other')

/** The same of a tone. */
export function minusTone(one: Tone, other: Tone): Tone {
  return { l: minus(one.l, other.l), a: minus(one.a, other.a), b: minus(one.b, other.b) }
}
