import { wordsOf } from '../../words/words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the recipes' pages in the language that is shown. */
export const recipeWords = wordsOf({ en, de })
