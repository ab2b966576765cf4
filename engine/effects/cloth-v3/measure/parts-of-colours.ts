import { ARM_MATTE } from '../tuning.ts'

/** A colour in linear light. */
export type Colour = [number, number, number]

/** How much of two colours makes up a third one best, each at least 0 and their sum about 1: both may lie in shade. */
export function partsOf(seen: Colour, own: Colour, other: Colour): [number, number] {
  const dot = (p: Colour, q: Colour): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
  const even = ARM_MATTE.even ** 2 * Math.max(dot(own, own), dot(other, other)) + 1e-6
  const [aa, ab, bb] = [dot(own, own) + even, dot(own, other) + even, dot(other, other) + even]
  const [ra, rb] = [dot(own, seen) + even, dot(other, seen) + even]
  const det = aa * bb - ab * ab
  if (det <= 0) return [1, 0]
  const [a, b] = [(ra * bb - rb * ab) / det, (rb * aa - ra * ab) / det]
  if (a <= 0) return [0, 1]
  return b <= 0 ? [1, 0] : [a, b]
}
