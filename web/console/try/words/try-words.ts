import { wordsOf } from '../../words/words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the page that tries features, in the language that is shown. */
export const tryWords = wordsOf({ en, de })
