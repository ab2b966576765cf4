import { Fault } from '../../catalog/failures/fault.ts'
import { resizePicture } from '../media/resize-picture.ts'
import type { Mask, Picture } from '../raster/picture.ts'
import { flatten, WHITE } from '../raster/pixels/flatten.ts'
import { fitted } from './fill-picture.ts'
import { fitToLimits } from './fit-to-limits.ts'
import type { DressOperation, GeneratorLimits } from './generator.ts'
import { layBack } from './lay-back.ts'
import { padMask, padPicture } from './pad.ts'
import type { Pay } from './pay.ts'
import { requireKept } from './require-kept.ts'
import { requirePrompt } from './require-prompt.ts'
import { resizeMask } from './resize-mask.ts'
import { takeFitted } from './take-fitted.ts'
import type { DressRequest } from './task-generator.ts'

export type DressDeps = { dress: DressOperation; limits: GeneratorLimits; pay: Pay }

/**
 * Lets a generator dress the person of a picture. It may paint the whole picture anew: what is kept is laid back over
 * its answer at the picture's own resolution, and the drift of its colours is taken back. An answer whose kept parts
 * are not those of the picture is a throw of the dice: it is asked for once more with the next seed, where the task may
 * spend as much, and a second one of the kind is refused.
 * @throws Fault `parameter` for a part that the generator does not dress, `generator-answer` for one that does not fit,
 * and as {@link DressRequest}'s generator does
 */
export async function dressPicture(
  { picture, garment, part, worn, keep, prompt, seed = 0 }: DressRequest,
  { dress, limits, pay }: DressDeps,
): Promise<Picture> {
  if (!dress.parts.includes(part)) {
    throw new Fault('parameter', `The generator dresses ${dress.parts.join(' and ')}, not ${part}.`)
  }
  if (prompt !== undefined) requirePrompt({ prompt: 'maybe' }, prompt, limits)
  const { scaled, sent } = fitToLimits(picture, limits)
  const replace = inverted(keep)
  const call = {
    picture: padPicture(await resizePicture(flatten(picture, WHITE), scaled), sent),
    garment: await fitted(garment, limits),
    part,
    worn,
    replace: padMask(await resizeMask(replace, scaled), sent),
    prompt,
  }
  const { width, height } = picture
  const ask = async (by: number): Promise<Picture> => {
    const made = await pay('dress', dress, { ...call, seed: by })
    return await takeFitted(made, { sent, scaled, size: { width, height } })
  }
  const answer = await keptAnswer(await ask(seed), () => ask((seed + 1) % SEEDS), { picture, keep })
  return layBack(picture, answer, { left: 0, top: 0, width, height }, replace)
}

/** Seeds are below it. */
const SEEDS = 2 ** 32 - 1

/** The first answer that keeps what is to be kept, of this one and another. */
async function keptAnswer(
  answer: Picture,
  another: () => Promise<Picture>,
  { picture, keep }: Pick<DressRequest, 'picture' | 'keep'>,
): Promise<Picture> {
  try {
    await requireKept(picture, answer, keep)
    return answer
  } catch (first) {
    if (!(first instanceof Fault)) throw first
    const next = await another().catch((error: unknown) => {
      throw error instanceof Fault && error.condition === 'generator-budget' ? first : error
    })
    await requireKept(picture, next, keep)
    return next
  }
}

function inverted({ width, height, data }: Mask): Mask {
  return { width, height, data: data.map((share) => 255 - share) }
}
