/** How many pixels of a region's runs a plane has above a level. */
export function countAbove(plane: Float32Array, level: number, runs: Int32Array): number {
  let count = 0
  for (let run = 0; run < runs.length; run += 2) {
    for (let at = runs[run]!; at < runs[run + 1]!; at++) if (plane[at]! > level) count++
  }
  return count
}
