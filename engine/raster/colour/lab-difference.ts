import { allocPlane } from '../arena.ts'
import { formula } from '../formula.ts'
import type { LabPlanes } from './lab-planes.ts'

/** The axes of CIELAB. */
export const LAB_AXES = ['l', 'a', 'b'] as const

/** One plane minus another, in a new plane of the open arena. */
export function planeDifference(one: Float32Array, other: Float32Array): Float32Array {
  const difference = allocPlane(one.length)
  subtract({ difference, one, other })
  return difference
}

const subtract = formula({ planes: ['difference', 'one', 'other'] }, 'difference = one - other')

/** One set of Lab planes minus another. */
export function labDifference(one: LabPlanes, other: LabPlanes): LabPlanes {
  return {
    l: planeDifference(one.l, other.l),
    a: planeDifference(one.a, other.a),
    b: planeDifference(one.b, other.b),
  }
}
