import type { Size } from '../../geometry/size.ts'
import {
  addressOf,
  allocPlane,
  allocZeroPlane,
  instantiateKernel,
  toArena,
  withArena,
} from '../arena.ts'
import { AVERAGE_ALONG_FLOW, INTERLEAVE_PLANES } from '../simd/average-along-flow.ts'
import { FIXED_ONE } from '../simd/fixed-point.ts'
import type { OrientationField } from './line-structure.ts'

/** Lightness and the two colour axes. */
type ThreePlanes = [Float32Array, Float32Array, Float32Array]

/**
 * Planes averaged along their lines: a one-dimensional Gaussian, straight through each pixel in the field's direction.
 * What a line has in common over its length stays; what varies along it, such as pores and grain, is averaged away.
 * @param where pixels above 0 are computed; elsewhere the result is 0
 * @param sigma pixels
 */
export function averageAlongLines(
  planes: ThreePlanes,
  { x, y }: OrientationField,
  where: Float32Array,
  { width, height }: Size,
  sigma: number,
): ThreePlanes {
  const blank = (): Float32Array => allocZeroPlane(width * height)
  const out: ThreePlanes = [blank(), blank(), blank()]
  // Samples a third of sigma apart lose nothing that can be seen, and cost less.
  const step = Math.max(1, Math.round(sigma / 3))
  const reach = Math.ceil((2 * sigma) / step)
  const kernel = Float32Array.from({ length: reach + 1 }, (_, k) =>
    Math.exp(-0.5 * ((k * step) / sigma) ** 2),
  )
  const all = kernel.reduce((sum, weight) => sum + 2 * weight, -1)
  const interleavePlanes = instantiateKernel(INTERLEAVE_PLANES)
  const averageAlongFlow = instantiateKernel(AVERAGE_ALONG_FLOW)
  withArena(() => {
    const at = addressOf
    const [l, a, b] = planes.map(toArena) as ThreePlanes
    const pixels = allocPlane(4 * width * height)
    interleavePlanes(at(pixels), at(l), at(a), at(b), Math.ceil((width * height) / 4))
    const weights = toArena(kernel.map((weight) => weight / all))
    const targets = out.map(toArena) as ThreePlanes
    const [toL, toA, toB] = targets
    const far = step * FIXED_ONE
    const flow = [at(toArena(x)), at(toArena(y)), at(toArena(where))] as const
    averageAlongFlow(
      at(toL),
      at(toA),
      at(toB),
      at(pixels),
      ...flow,
      width,
      height,
      at(weights),
      reach,
      far,
    )
    for (const [nth, target] of targets.entries()) {
      if (target !== out[nth]) out[nth]!.set(target)
    }
  })
  return out
}
