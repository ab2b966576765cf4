/** Values of the largest network input: three to a pixel of a detector's largest tile. */
const MAX_BUFFER_LENGTH = 416 * 416 * 3

/** One is enough for whoever looks at one thing after the other. */
let freeBuffer: Float32Array<ArrayBuffer> | undefined

/**
 * Lends out the memory for a network's input, which is used again afterwards: getting some new for each look costs more
 * than filling it.
 * @param length values that are needed; they may hold anything
 * @param work until it is done nobody else gets this memory
 */
export async function withTensorBuffer<T>(
  length: number,
  work: (input: Float32Array<ArrayBuffer>) => Promise<T>,
): Promise<T> {
  if (length > MAX_BUFFER_LENGTH) return await work(new Float32Array(length))
  const whole = freeBuffer ?? new Float32Array(MAX_BUFFER_LENGTH)
  freeBuffer = undefined
  try {
    return await work(whole.subarray(0, length))
  } finally {
    freeBuffer = whole
  }
}
