/**
 * Solves linear equations by Gaussian elimination with pivots.
 * @param system `size` rows of the factors of the unknowns and the right side; overwritten
 * @param leastPivot a pivot below this says that the equations do not determine the unknowns
 * @returns undefined where the equations do not determine them
 */
export function solveLinear(
  system: Float64Array,
  size: number,
  leastPivot = 1e-12,
): Float64Array | undefined {
  const stride = size + 1
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(system[row * stride + column]!) > Math.abs(system[pivot * stride + column]!)) {
        pivot = row
      }
    }
    const value = system[pivot * stride + column]!
    if (Math.abs(value) < leastPivot) return undefined
    for (let k = 0; k <= size; k++) {
      const kept = system[column * stride + k]!
      system[column * stride + k] = system[pivot * stride + k]! / value
      if (pivot !== column) system[pivot * stride + k] = kept
    }
    for (let row = 0; row < size; row++) {
      const factor = system[row * stride + column]!
      if (row === column || factor === 0) continue
      for (let k = column; k <= size; k++) {
        system[row * stride + k] = system[row * stride + k]! - factor * system[column * stride + k]!
      }
    }
  }
  return Float64Array.from({ length: size }, (_, row) => system[row * stride + size]!)
}
