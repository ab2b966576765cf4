/**
 * The value that would be at `nth` if all were sorted, by Hoare's selection (Algorithm 65: Find, CACM 4, 1961).
 * Reorders `values`, among which no NaN may be.
 */
export function selectNth(values: Float32Array | Float64Array, nth: number): number {
  let [left, right] = [0, values.length - 1]
  while (left < right) {
    const pivot = values[(left + right) >> 1]!
    let [low, high] = [left, right]
    while (low <= high) {
      while (values[low]! < pivot) low++
      while (values[high]! > pivot) high--
      if (low > high) break
      const value = values[low]!
      values[low++] = values[high]!
      values[high--] = value
    }
    if (nth <= high) right = high
    else if (nth >= low) left = low
    else break
  }
  return values[nth]!
}
