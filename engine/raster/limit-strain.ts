import { type Displacement, neighbourhoodMean } from './displacement.ts'

/** Most passes of the relaxation. */
const MAX_PASSES = 200

/**
 * Limits how much a field stretches and compresses the picture, in place. Where neighbouring nodes differ by more than
 * the limit, they move halfway to the mean of their neighbours, over and over until none do.
 * @param most for each node the largest difference to a neighbour, in steps of the field: 0.5 stretches to at most
 * twice the size and compresses to at least two thirds
 */
export function limitStrain(field: Displacement, most: Float32Array): void {
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const strained = strainedNodes(field, most)
    if (strained.length === 0) return
    for (const values of [field.dx, field.dy]) {
      const relaxed = strained.map((i) => (values[i]! + neighbourhoodMean(values, field, i)) / 2)
      for (const [k, i] of strained.entries()) values[i] = relaxed[k]!
    }
  }
}

/** The nodes that differ too much from the node to their right or below them, and these. */
function strainedNodes({ step, cols, rows, dx, dy }: Displacement, most: Float32Array): number[] {
  const nodes = new Set<number>()
  const compare = (a: number, b: number): void => {
    const limit = step * Math.min(most[a]!, most[b]!)
    if ((dx[a]! - dx[b]!) ** 2 + (dy[a]! - dy[b]!) ** 2 <= limit * limit) return
    nodes.add(a)
    nodes.add(b)
  }
  for (let y = 0, i = 0; y < rows; y++) {
    for (let x = 0; x < cols; x++, i++) {
      if (x + 1 < cols) compare(i, i + 1)
      if (y + 1 < rows) compare(i, i + cols)
    }
  }
  return [...nodes]
}
