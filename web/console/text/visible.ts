/**
 * Characters that draw nothing, or that turn the order of others: C0 and C1 controls, bidirectional marks, embeddings,
 * overrides and isolates (Unicode Standard Annex 9), zero-width characters, and the byte order mark.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** A name as it can be read: hidden characters become visible escapes such as `\u202e`. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The name of a key and the folder that it lies in, below `drop/<recipe>/` or `files/`. */
export function splitKey(key: string): { name: string; folder: string } {
  const path = key.replace(/^(?:drop\/[^/]+|files)\//, '')
  const slash = path.lastIndexOf('/')
  return { name: path.slice(slash + 1), folder: slash < 0 ? '' : path.slice(0, slash) }
}
