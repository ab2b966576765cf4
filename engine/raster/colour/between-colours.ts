/** Where a pixel's colour lies between two others. */
export type BetweenColours = {
  /** How far it lies on the way from the one to the other: 0 at the one, 1 at the other, beyond both as well. */
  share: number
  /** How far apart both are, in levels. */
  apart: number
}

/**
 * Projects a pixel's colour onto the line from one colour to another, as what is mixed of both lies on it.
 * @param levels planes of levels, as are those of both colours
 */
export function betweenColours(
  levels: readonly Float32Array[],
  from: readonly Float32Array[],
  to: readonly Float32Array[],
  at: number,
): BetweenColours {
  let [along, squared] = [0, 0]
  for (let c = 0; c < levels.length; c++) {
    const way = to[c]![at]! - from[c]![at]!
    along += (levels[c]![at]! - from[c]![at]!) * way
    squared += way * way
  }
  return { share: along / (squared + 1e-3), apart: Math.sqrt(squared) }
}
