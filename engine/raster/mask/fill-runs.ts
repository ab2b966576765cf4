/** Gives all pixels of a region's runs one value. */
export function fillRuns(
  plane: { fill(value: number, from: number, to: number): unknown },
  runs: Int32Array,
  value: number,
): void {
  for (let run = 0; run < runs.length; run += 2) plane.fill(value, runs[run]!, runs[run + 1]!)
}
