import type { Size } from '../../geometry/size.ts'
import { keepConnected } from '../../raster/mask/keep-connected.ts'
import { PARTS_LOST, PARTS_MOST } from './tuning.ts'

/**
 * Gives an object back, in place, what hangs together with it and moved too fast to be followed: a hand that is raised.
 * @param alpha of the object, 0–1
 * @param colour how much likelier a pixel's colour is the object's than what is beside it, −1 to 1
 * @param differs how unlike the background behind it a pixel is, −1 to 1
 */
export function reclaimParts(
  alpha: Float32Array,
  colour: Float32Array,
  differs: Float32Array,
  { width }: Size,
): void {
  const own: number[] = []
  const possible = alpha.map((share, at) => {
    if (share >= 0.5) own.push(at)
    return share >= 0.5 || (differs[at]! > PARTS_LOST.differs && colour[at]! > PARTS_LOST.likelier)
      ? 1
      : 0
  })
  const whole = keepConnected(possible, width, 1, own)
  const found = [...whole.keys()].filter((at) => whole[at]! > 0 && alpha[at]! < 0.5)
  if (found.length > PARTS_MOST * own.length) return
  for (const at of found) alpha[at] = 1
}
