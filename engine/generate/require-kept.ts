import { Fault } from '../../catalog/failures/fault.ts'
import { resizePicture } from '../media/resize-picture.ts'
import { luminance } from '../raster/colour/lab.ts'
import type { Mask, Picture } from '../raster/picture.ts'
import { resizeMask } from './resize-mask.ts'
import { LEAST_KEPT } from './tuning.ts'

/** Pixels of the longer side at which two pictures are compared: a shift of a few pixels does not matter there. */
const COMPARED_SIDE = 192

/**
 * Finds that what should have stayed is there in the answer, at its place.
 * @throws Fault `generator-answer` for an answer that shows another picture: laid over it, what is kept would not fit
 */
export async function requireKept(picture: Picture, answer: Picture, keep: Mask): Promise<void> {
  const kept = await keptCorrelation(picture, answer, keep)
  if (kept >= LEAST_KEPT) return
  throw new Fault(
    'generator-answer',
    'The generator painted another picture: face, hands or background are not where they were.',
  )
}

/** The correlation of luma over what is kept; 1 where nothing that varies is kept. */
export async function keptCorrelation(
  picture: Picture,
  answer: Picture,
  keep: Mask,
): Promise<number> {
  const factor = Math.min(1, COMPARED_SIDE / Math.max(picture.width, picture.height))
  const size = {
    width: Math.max(1, Math.round(factor * picture.width)),
    height: Math.max(1, Math.round(factor * picture.height)),
  }
  const [one, other, mask] = await Promise.all([
    resizePicture(picture, size),
    resizePicture(answer, size),
    resizeMask(keep, size),
  ])
  const pairs: [number, number][] = []
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i]! >= 250) pairs.push([lumaAt(one, i), lumaAt(other, i)])
  }
  return correlation(pairs)
}

/** Luma by BT.709, 0–255. */
function lumaAt({ data }: Picture, i: number): number {
  return luminance(data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!)
}

function correlation(pairs: readonly [number, number][]): number {
  const count = pairs.length
  let [sumA, sumB] = [0, 0]
  for (const [a, b] of pairs) {
    sumA += a
    sumB += b
  }
  let [ab, aa, bb] = [0, 0, 0]
  for (const [a, b] of pairs) {
    ab += (a - sumA / count) * (b - sumB / count)
    aa += (a - sumA / count) ** 2
    bb += (b - sumB / count) ** 2
  }
  // Even ground says nothing of its place.
  if (aa <= count) return 1
  return bb > 0 ? ab / Math.sqrt(aa * bb) : 0
}
