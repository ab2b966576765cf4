import { wordsOf } from '../../words/words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the pages of the service in the language that is shown. */
export const serviceWords = wordsOf({ en, de })
