import { Fault } from '../../catalog/failures/fault.ts'
import type { Picture } from '../raster/picture.ts'
import { fitted } from './fill-picture.ts'
import { fitToLimits } from './fit-to-limits.ts'
import type { GeneratorLimits, RestyleOperation } from './generator.ts'
import type { Pay } from './pay.ts'
import { requirePrompt } from './require-prompt.ts'
import { takeFitted } from './take-fitted.ts'
import type { RestyleRequest } from './task-generator.ts'
import { RESTYLE_STRENGTH } from './tuning.ts'

export type RestyleDeps = { restyle: RestyleOperation; limits: GeneratorLimits; pay: Pay }

/** Lets a generator paint a picture in another style. The result has the picture's size; nothing of it is kept. */
export async function restylePicture(
  { picture, prompt, unwanted, seed = 0, style, strength = RESTYLE_STRENGTH }: RestyleRequest,
  { restyle, limits, pay }: RestyleDeps,
): Promise<Picture> {
  if (!style && restyle.style === 'picture') {
    throw new Fault('parameter', 'The generator takes a style from a picture only.')
  }
  if (style && restyle.style === 'prompt') {
    throw new Fault('parameter', 'The generator takes a style from a prompt only.')
  }
  requirePrompt({ prompt: style ? 'maybe' : 'always' }, prompt, limits)
  const made = await pay('restyle', restyle, {
    picture: await fitted(picture, limits),
    ...(style && { style: await fitted(style, limits) }),
    strength,
    prompt,
    unwanted,
    seed,
  })
  return await takeFitted(made, { ...fitToLimits(picture, limits), size: picture })
}
