import { readPrompt } from '../object-prompt/read-prompt.ts'
import { IMAGE_TO_VIDEO_TEMPLATES } from '../templates/image-to-video.ts'
import type { NeedsGenerator } from './generator.ts'

/** Short, because what a pipeline keeps of a refusal is bounded. */
const NOT_UNDERSTOOD =
  'prompt asks for what only a generator can invent; the engine does "remove", a colour ("a red jacket") or a material ' +
  '("marble").'

const NOT_DRAWN =
  'template_id names a video that only a generator can make; the other templates need none.'

/**
 * What tasks of a feature need a generator for, by the feature's name. It is no part of the features, because only the
 * service asks, and what reads prompts is large.
 */
export const GENERATOR_NEEDS: Readonly<Record<string, NeedsGenerator>> = {
  'obj-replace': ({ prompt }) =>
    readPrompt(String(prompt)) ? undefined : { ability: 'fill', because: NOT_UNDERSTOOD },
  'image-to-video': ({ template_id }) =>
    IMAGE_TO_VIDEO_TEMPLATES.find(({ id }) => id === template_id)?.isGenerated
      ? { ability: 'animate', because: NOT_DRAWN }
      : undefined,
}
