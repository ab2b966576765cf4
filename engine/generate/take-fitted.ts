import { Fault } from '../../catalog/failures/fault.ts'
import type { Size } from '../geometry/size.ts'
import { resizePicture } from '../media/resize-picture.ts'
import type { Picture } from '../raster/picture.ts'
import { crop } from '../raster/pixels/crop.ts'
import { flatten, WHITE } from '../raster/pixels/flatten.ts'
import type { Fit } from './fit-to-limits.ts'
import { MAX_DISTORTION, MIN_SHARE } from './tuning.ts'

/**
 * What a generator made, without its padding and at the size of what was asked for. Generators that only make certain
 * sizes answer with another size; it is taken as long as its proportions are those that were sent, and its sides at
 * least half as long.
 * @throws Fault `generator-answer` for a picture of other proportions, or of too few pixels
 */
export async function takeFitted(
  made: Picture,
  { sent, scaled, size }: Fit & { size: Size },
): Promise<Picture> {
  const answered = `The generator answered with ${made.width} x ${made.height} pixels for ${sent.width} x ${sent.height}`
  if (Math.min(made.width / sent.width, made.height / sent.height) < MIN_SHARE) {
    throw new Fault('generator-answer', `${answered}; at least half of each side is needed.`)
  }
  const distortion = (made.width * sent.height) / (made.height * sent.width)
  if (Math.abs(Math.log(distortion)) > Math.log(1 + MAX_DISTORTION)) {
    throw new Fault('generator-answer', `${answered}; the proportions must be the same.`)
  }
  const isPadded = sent.width !== scaled.width || sent.height !== scaled.height
  const opaque = flatten(made, WHITE)
  if (!isPadded) return await resizePicture(opaque, size)
  const inside = crop(await resizePicture(opaque, sent), { left: 0, top: 0, ...scaled })
  return await resizePicture(inside, size)
}
