/** The byte lanes of a shuffle that takes every other 32-bit lane of two vectors, from lane 0 or 1 on. */
export function everyOtherLane(first: 0 | 1): string {
  return [0, 8, 16, 24].flatMap((at) => [0, 1, 2, 3].map((byte) => 4 * first + at + byte)).join(' ')
}
