import { allocPlane } from '../arena.ts'
import { formula } from '../formula.ts'

/** One plane minus another, in a new plane of the open arena. */
export function planeDifference(one: Float32Array, other: Float32Array): Float32Array {
  const difference = allocPlane(one.length)
  subtract({ difference, one, other })
  return difference
}

const subtract = formula({ planes: ['difference', 'one', 'other'] }, 'difference = one - other')
