/** The intersection over union of two masks of one size, 0–1; pixels count as inside from level 128 on. */
export function agreementOf(found: ArrayLike<number>, expected: ArrayLike<number>): number {
  let both = 0
  let either = 0
  for (let at = 0; at < expected.length; at++) {
    const [a, b] = [found[at]! >= 128, expected[at]! >= 128]
    if (a && b) both++
    if (a || b) either++
  }
  return both / either
}
