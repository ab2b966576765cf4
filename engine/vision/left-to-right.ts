import type { Box } from '../raster/picture.ts'

/** The order in which an index counts what is found: by the centre of the boxes from the left, of two the upper first. */
export function leftToRight({ box: a }: { box: Box }, { box: b }: { box: Box }): number {
  return a.left + a.width / 2 - (b.left + b.width / 2) || a.top - b.top
}
