import { quantileOrZero } from '../../geometry/quantile.ts'
import { readLabPlanes } from '../../raster/colour/lab-planes.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { SURFACE_SAMPLES, SURFACES } from './tuning.ts'

/**
 * What is said of a thing whose parts are so different that a new colour or material over all of them is not what a
 * painter would have done, such as a bus with its windows; undefined for what has one surface.
 */
export function tellSurface(picture: Picture, mask: Mask): string | undefined {
  const { width, height } = picture
  const lab = readLabPlanes(picture, {
    width,
    height,
    area: { left: 0, top: 0, width, height },
    scale: 1,
  })
  const inside: number[] = []
  for (let i = 0; i < mask.data.length; i++) if (mask.data[i]! > 127) inside.push(i)
  const step = Math.max(1, Math.floor(inside.length / SURFACE_SAMPLES))
  const some = inside.filter((_, n) => n % step === 0)
  const spread = (plane: Float32Array): number => {
    const values = some.map((i) => plane[i]!)
    return quantileOrZero(values, SURFACES.most) - quantileOrZero(values, SURFACES.least)
  }
  const isOne =
    spread(lab.l) < SURFACES.light && Math.hypot(spread(lab.a), spread(lab.b)) < SURFACES.colour
  if (isOne) return
  return (
    'What the mask covers has parts of very different lightness or colour. All of it was changed alike; a mask of one ' +
    'part changes that part alone.'
  )
}
