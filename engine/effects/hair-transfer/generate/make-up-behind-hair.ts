import type { EffectTask } from '../../../performers/performer.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { MAX_INVENTED } from '../tuning.ts'
import type { Uncovered } from '../uncover/bare-head.ts'

/** What a generator is told to paint where old hair shows beside the new. */
const PROMPT =
  'The same person in the same photograph without this hair: bare skin, ears, neck and clothes, and the background ' +
  'continued. No hair.'

/**
 * Makes up what was behind hair. A generator that takes things out does that where background and skin alone are
 * missing: they go on from what is around. Ears and clothes must be told of in words. Without a generator that fills, a
 * network of users continues all of it.
 */
export async function makeUpBehindHair(
  picture: Picture,
  { kinds, areas }: Pick<Uncovered, 'kinds' | 'areas'>,
  { generator, inpaint }: Pick<EffectTask, 'generator' | 'inpaint'>,
): Promise<Picture> {
  const { width, height } = picture
  const replace: Mask = { width, height, data: kinds.map((kind) => (kind > 0 ? 255 : 0)) }
  const goesOn = areas.ear <= MAX_INVENTED.ear && areas.body <= MAX_INVENTED.body
  if (goesOn && generator?.abilities.includes('erase')) {
    return await generator.fill({ picture, replace })
  }
  if (inpaint && !generator?.abilities.includes('fill')) return await inpaint(picture, replace)
  if (!generator) throw new Error('No generator was configured.')
  return await generator.fill({ picture, replace, prompt: PROMPT, unwanted: 'hair, hat' })
}
