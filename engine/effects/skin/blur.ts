import { formula } from '../../raster/formula.ts'
import { copyPlane, inPlaneRoom, inRoom, takePlane, writeInRoom } from '../../raster/plane-room.ts'
import { FAINT, openSheets, type Size } from '../../raster/sheets.ts'

export type { Size } from '../../raster/sheets.ts'

/** Below this sigma, in pixels, a Gaussian does nothing that can be seen. */
const LEAST = 0.2

/** A Gaussian of this sigma (pixels), edges repeated. Its cost hardly depends on sigma. */
export function blur(data: Float32Array, size: Size, sigma: number): Float32Array {
  if (sigma < LEAST) return copyPlane(data)
  const out = takePlane(data.length)
  inPlaneRoom(() => {
    const { soften, enlarge } = openSheets(size, sigma)
    const small = soften(inRoom(data))
    writeInRoom(out, (plane) => enlarge(small, plane))
  })
  return out
}

/**
 * A Gaussian that only sees where `weight`, 0–1, is: what lies outside does not bleed in. Where nothing near has
 * weight, all has the same.
 */
export function blurWithin(
  data: Float32Array,
  weight: Float32Array,
  size: Size,
  sigma: number,
): Float32Array {
  return blurAllWithin([data], weight, size, sigma)[0]!
}

/** {@link blurWithin} of several planes with one weight. */
export function blurAllWithin(
  data: readonly Float32Array[],
  weight: Float32Array,
  size: Size,
  sigma: number,
): Float32Array[] {
  if (sigma < LEAST) return data.map(copyPlane)
  const outs = data.map(({ length }) => takePlane(length))
  inPlaneRoom(() => {
    const { soften, enlarge } = openSheets(size, sigma)
    const own = inRoom(weight)
    const weights = soften(own)
    for (const [nth, values] of data.entries()) {
      const sums = soften(inRoom(values), own)
      // Shares are as smooth as their sums: taken on the smallest copy they cost a fraction.
      share({ sums: sums.data, weights: weights.data }, { faint: FAINT })
      writeInRoom(outs[nth]!, (plane) => enlarge(sums, plane))
    }
  })
  return outs
}

const share = formula('sums = sums / (weights + faint)')
