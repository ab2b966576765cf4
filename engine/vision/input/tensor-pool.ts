/** Values of the largest network input: three for each pixel of the largest detector tile. */
const MAX_BUFFER_LENGTH = 416 * 416 * 3

/** A pool of one: the networks of a thread run one after the other. */
let freeBuffer: Float32Array<ArrayBuffer> | undefined

/**
 * Runs `work` with a pooled buffer for a network's input. Allocating a buffer for each input would cost more than
 * filling it.
 * @param length how many values are needed; they are not cleared
 * @param work owns the buffer until its promise settles
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
