import type { Box } from '../geometry/box.ts'

/**
 * Compares two targets for sorting, from left to right by the centre of their boxes. Of two with the same centre the
 * upper one comes first. Target indices count in this order.
 */
export function leftToRight({ box: a }: { box: Box }, { box: b }: { box: Box }): number {
  return a.left + a.width / 2 - (b.left + b.width / 2) || a.top - b.top
}
