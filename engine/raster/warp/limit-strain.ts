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
  let strained = strainedAmong(field, most, [...limitedNodes(most)])
  for (let pass = 0; pass < MAX_PASSES && strained.length > 0; pass++) {
    for (const values of [field.dx, field.dy]) {
      const relaxed = strained.map((i) => (values[i]! + neighbourhoodMean(values, field, i)) / 2)
      for (const [k, i] of strained.entries()) values[i] = relaxed[k]!
    }
    // Only beside nodes that have moved can the difference have changed.
    strained = strainedAmong(field, most, strained)
  }
}

/** The nodes that have a limit. */
function* limitedNodes(most: Float32Array): Generator<number> {
  for (let i = 0; i < most.length; i++) if (most[i] !== Number.POSITIVE_INFINITY) yield i
}

/** Those of the nodes, and of their neighbours, that differ too much from one another. */
function strainedAmong(
  { step, cols, rows, dx, dy }: Displacement,
  most: Float32Array,
  nodes: readonly number[],
): number[] {
  const strained = new Set<number>()
  const compare = (a: number, b: number): void => {
    const limit = step * Math.min(most[a]!, most[b]!)
    if ((dx[a]! - dx[b]!) ** 2 + (dy[a]! - dy[b]!) ** 2 <= limit * limit) return
    strained.add(a)
    strained.add(b)
  }
  for (const i of nodes) {
    const x = i % cols
    if (x > 0) compare(i, i - 1)
    if (x + 1 < cols) compare(i, i + 1)
    if (i >= cols) compare(i, i - cols)
    if (i < cols * (rows - 1)) compare(i, i + cols)
  }
  return [...strained]
}
