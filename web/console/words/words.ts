import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { de } from './de.ts'
import { en, type Words } from './en.ts'

/** The language that is shown: the browser's, where there is a translation. */
export const language = signal<'en' | 'de'>(navigator.language.startsWith('de') ? 'de' : 'en')

/** The words of that language. */
export const words = wordsOf<Words>({ en, de })

/** Words in the language that is shown, of a page that brings its own. */
export function wordsOf<W>(all: { en: W; de: W }): ReadonlySignal<W> {
  return computed(() => (language.value === 'de' ? all.de : all.en))
}

/** A refusal in words: of the language where it has them, else what the console answered. */
export function refusal(error: unknown): string {
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  return words.value.refusals[code] ?? message
}
