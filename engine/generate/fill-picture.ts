import { Fault } from '../../catalog/failures/fault.ts'
import { boxOfPlane } from '../geometry/bounding-box.ts'
import { resizePicture } from '../media/resize-picture.ts'
import type { Mask, Picture } from '../raster/picture.ts'
import { crop, cropMask } from '../raster/pixels/crop.ts'
import { flatten, WHITE } from '../raster/pixels/flatten.ts'
import { contextBox } from './context-box.ts'
import { fitToLimits } from './fit-to-limits.ts'
import type { FillOperation, GeneratorLimits } from './generator.ts'
import { layBack } from './lay-back.ts'
import { padMask, padPicture } from './pad.ts'
import type { Pay } from './pay.ts'
import { requirePrompt } from './require-prompt.ts'
import { resizeMask } from './resize-mask.ts'
import { takeFitted } from './take-fitted.ts'
import type { FillRequest } from './task-generator.ts'

export type FillDeps = { fill: FillOperation; limits: GeneratorLimits; pay: Pay }

/**
 * Lets a generator fill a part of a picture: the part is cut out with its surroundings, scaled into the generator's
 * limits, and what comes back is laid back at the picture's own resolution. The picture itself where the mask is empty.
 * @throws Fault as {@link FillRequest}'s generator does
 */
export async function fillPicture(
  request: FillRequest,
  { fill, limits, pay }: FillDeps,
): Promise<Picture> {
  const { picture, replace, prompt, unwanted, reference, seed = 0 } = request
  requirePrompt(fill, prompt, limits)
  if (reference && !fill.reference) {
    throw new Fault('parameter', 'The generator does not fill from a reference picture.')
  }
  const hole = boxOfPlane(replace.data, replace)
  if (!hole) return picture
  const box = contextBox(hole, picture, limits)
  const { scaled, sent } = fitToLimits(box, limits)
  const made = await pay('fill', fill, {
    picture: padPicture(await resizePicture(flatten(crop(picture, box), WHITE), scaled), sent),
    replace: padMask(hardened(await resizeMask(cropMask(replace, box), scaled)), sent),
    ...(reference && { reference: await fitted(reference, limits) }),
    prompt,
    unwanted,
    seed,
  })
  return layBack(picture, await takeFitted(made, { sent, scaled, size: box }), box, replace)
}

/** A picture that is only looked at: within the limits, at its own proportions. */
export async function fitted(picture: Picture, limits: GeneratorLimits): Promise<Picture> {
  const { scaled, sent } = fitToLimits(picture, limits)
  return padPicture(await resizePicture(flatten(picture, WHITE), scaled), sent)
}

/** Content is made wherever any of it will show, so that soft edges mix two whole pictures. */
function hardened({ width, height, data }: Mask): Mask {
  return { width, height, data: data.map((share) => (share > 0 ? 255 : 0)) }
}
