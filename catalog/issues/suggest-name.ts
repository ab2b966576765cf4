import { closest, distance } from 'fastest-levenshtein'

/** ` Did you mean slim?` where one of the known names is like the given one, else nothing. */
export function suggestName(given: string, known: readonly string[]): string {
  if (known.length === 0) return ''
  const likely = closest(given.toLowerCase(), known)
  const most = Math.max(2, Math.floor(given.length / 3))
  return distance(given.toLowerCase(), likely) <= most ? ` Did you mean ${likely}?` : ''
}
