import type { NeedsGenerator } from './generator.ts'
import { readPrompt } from './object-prompt/read-prompt.ts'

/** Short, because what a pipeline keeps of a refusal is bounded. */
const NOT_UNDERSTOOD =
  'prompt asks for what only a generator can invent; the engine does "remove", a colour ("a red jacket") or a material ' +
  '("marble").'

/**
 * What tasks of a feature need a generator for, by the feature's name. It is no part of the features, because only the
 * service asks, and what reads prompts is large.
 */
export const GENERATOR_NEEDS: Readonly<Record<string, NeedsGenerator>> = {
  'obj-replace': ({ prompt }) =>
    readPrompt(String(prompt)) ? undefined : { ability: 'fill', because: NOT_UNDERSTOOD },
}
