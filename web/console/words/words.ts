import { computed, signal } from '@preact/signals'
import { de } from './de.ts'
import { en, type Words } from './en.ts'

const LANGUAGES: Readonly<Record<string, Words>> = { en, de }

/** The language that is shown: the browser's, where there is a translation. */
export const language = signal(
  navigator.language.slice(0, 2) in LANGUAGES ? navigator.language.slice(0, 2) : 'en',
)

/** The words of that language. */
export const words = computed((): Words => LANGUAGES[language.value] ?? en)

/** A refusal in words: of the language where it has them, else what the console answered. */
export function refusal(error: unknown): string {
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  return words.value.refusals[code] ?? message
}
