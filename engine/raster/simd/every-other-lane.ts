/** The lanes of a shuffle that takes every other of two times four numbers, from the first or the second on. */
export function everyOtherLane(first: 0 | 1): string {
  return [0, 8, 16, 24].flatMap((at) => [0, 1, 2, 3].map((byte) => 4 * first + at + byte)).join(' ')
}
