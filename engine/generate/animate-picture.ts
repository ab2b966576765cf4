import { Fault } from '../../catalog/failures/fault.ts'
import { fitted } from './fill-picture.ts'
import type { AnimateOperation, GeneratorLimits } from './generator.ts'
import type { Pay } from './pay.ts'
import { requirePrompt } from './require-prompt.ts'
import type { AnimateRequest } from './task-generator.ts'

export type AnimateDeps = { animate: AnimateOperation; limits: GeneratorLimits; pay: Pay }

/** Lets a generator set a picture in motion. @returns the file of an MP4 video */
export async function animatePicture(
  { picture, prompt, unwanted, seed = 0, seconds, height = 540, loop = false }: AnimateRequest,
  { animate, limits, pay }: AnimateDeps,
): Promise<Uint8Array> {
  if (!animate.seconds.includes(seconds)) {
    const lengths = animate.seconds.join(' or ')
    throw new Fault('parameter', `The generator makes videos of ${lengths} seconds.`)
  }
  requirePrompt({ prompt: 'always' }, prompt, limits)
  return await pay('animate', animate, {
    picture: await fitted(picture, limits),
    prompt,
    unwanted,
    seed,
    seconds,
    height,
    loop,
  })
}
