/** Values of the largest network input: three to a pixel of a detector's largest tile. */
const LARGEST = 416 * 416 * 3

/** One is enough for whoever looks at one thing after the other. */
let free: Float32Array<ArrayBuffer> | undefined

/**
 * Lends out the memory for a network's input, which is used again afterwards: getting some new for each look costs more
 * than filling it.
 * @param length values that are needed; they may hold anything
 * @param work until it is done nobody else gets this memory
 */
export async function lendInput<T>(
  length: number,
  work: (input: Float32Array<ArrayBuffer>) => Promise<T>,
): Promise<T> {
  if (length > LARGEST) return await work(new Float32Array(length))
  const whole = free ?? new Float32Array(LARGEST)
  free = undefined
  try {
    return await work(whole.subarray(0, length))
  } finally {
    free = whole
  }
}
