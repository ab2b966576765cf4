import type { Size } from '../../raster/picture.ts'

/** What is so unlike the background and so much rather of the object's colours may be a part of it. */
export const LOST = { differs: 0.5, likelier: 0.3 } as const

/** The most that is taken back at once, as a share of the object: more is something else that has its colours. */
const MOST = 0.15

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
  { width, height }: Size,
): void {
  const isLost = (at: number): boolean =>
    alpha[at]! < 0.5 && differs[at]! > LOST.differs && colour[at]! > LOST.likelier
  const stack: number[] = []
  let own = 0
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at]! < 0.5) continue
    stack.push(at)
    own++
  }
  const seen = new Uint8Array(alpha.length)
  const found: number[] = []
  const visit = (at: number): void => {
    if (seen[at] || !isLost(at)) return
    seen[at] = 1
    found.push(at)
    stack.push(at)
  }
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width
    const y = (at - x) / width
    if (x > 0) visit(at - 1)
    if (x + 1 < width) visit(at + 1)
    if (y > 0) visit(at - width)
    if (y + 1 < height) visit(at + width)
  }
  if (found.length > MOST * own) return
  for (const at of found) alpha[at] = 1
}
