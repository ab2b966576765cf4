import { quantileOrZero } from '../../geometry/quantile.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { pickPixels } from './pick-pixels.ts'
import { readLabOf } from './read-lab-of.ts'
import { SURFACE_SAMPLES, SURFACES } from './tuning.ts'

/**
 * What is said of a thing whose parts are so different that a new colour or material over all of them is not what a
 * painter would have done, such as a bus with its windows; undefined for what has one surface.
 */
export function tellSurface(picture: Picture, mask: Mask): string | undefined {
  const lab = readLabOf(picture, pickPixels(mask, SURFACE_SAMPLES))
  const spread = (plane: Float32Array): number =>
    quantileOrZero(plane, SURFACES.most) - quantileOrZero(plane, SURFACES.least)
  const isOne =
    spread(lab.l) < SURFACES.light && Math.hypot(spread(lab.a), spread(lab.b)) < SURFACES.colour
  if (isOne) return
  return (
    'What the mask covers has parts of very different lightness or colour. All of it was changed alike; a mask of one ' +
    'part changes that part alone.'
  )
}
