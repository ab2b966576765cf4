/**
 * Characters that no name of ours has, and that are shown to nobody as they are: controls (Unicode category Cc: C0, DEL
 * and C1), line and paragraph separators, those that turn the direction of text (Unicode Standard Annex 9), and those
 * of no width that join or part nothing one could see. The two joiners stay: Persian, the scripts of India and many
 * emoji are written with them.
 */
export const UNPRINTABLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** A text as it can be read: such characters stand as in JSON, `\u202e`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
