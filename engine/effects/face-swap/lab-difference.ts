import { allocPlane } from '../../raster/arena.ts'
import { formula } from '../../raster/formula.ts'
import type { LabPlanes } from '../../raster/lab-planes.ts'

/** The axes of CIELAB. */
export const LAB_AXES = ['l', 'a', 'b'] as const

/** What is left of one plane without another. */
export function planeDifference(one: Float32Array, other: Float32Array): Float32Array {
  const left = allocPlane(one.length)
  subtract({ left, one, other })
  return left
}

const subtract = formula({ planes: ['left', 'one', 'other'] }, 'left = one - other')

/** The same of a tone. */
export function labDifference(one: LabPlanes, other: LabPlanes): LabPlanes {
  return {
    l: planeDifference(one.l, other.l),
    a: planeDifference(one.a, other.a),
    b: planeDifference(one.b, other.b),
  }
}
