import { wordsOf } from '../../words/words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the page for dropping files in the language that is shown. */
export const dropWords = wordsOf({ en, de })
