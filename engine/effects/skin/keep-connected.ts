/**
 * Keeps of a plane what hangs together with the `seeds`: every value of `least` or more that is reached from one of
 * them by steps to a side, over values of `least` or more. All else is 0.
 * @param plane values 0–1, row by row
 * @param width of a row, in pixels
 * @param seeds places in the plane
 */
export function keepConnected(
  plane: Float32Array,
  width: number,
  least: number,
  seeds: Iterable<number>,
): Float32Array {
  const kept = new Float32Array(plane.length)
  const open: number[] = []
  const visit = (at: number): void => {
    if (kept[at] || plane[at]! < least) return
    kept[at] = plane[at]!
    open.push(at)
  }
  for (const seed of seeds) visit(seed)
  for (let next = 0; next < open.length; next++) {
    const at = open[next]!
    const x = at % width
    if (x > 0) visit(at - 1)
    if (x + 1 < width) visit(at + 1)
    if (at >= width) visit(at - width)
    if (at + width < plane.length) visit(at + width)
  }
  return kept
}
