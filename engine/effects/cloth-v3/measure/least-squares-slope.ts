/** How much values grow from place to place across, by least squares; 0 for a single place. */
export function leastSquaresSlope(
  places: readonly { u: number }[],
  values: readonly number[],
): number {
  const middle = places.reduce((sum, { u }) => sum + u, 0) / places.length
  const square = places.reduce((sum, { u }) => sum + (u - middle) ** 2, 0)
  return square === 0
    ? 0
    : places.reduce((sum, { u }, n) => sum + (u - middle) * values[n]!, 0) / square
}
