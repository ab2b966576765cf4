/** For each position of a row `count` samples by their index, and the weight of each. */
export type Taps = { count: number; index: Int32Array; weight: Float32Array }

/** Samples on either side of a position, and the kernel by the distance to it, which is at most as many samples. */
const KERNELS = {
  linear: { reach: 1, at: (t: number) => Math.max(0, 1 - Math.abs(t)) },
  /** Duchon 1979: a windowed sinc, which enlarges with the least loss of sharpness. */
  lanczos3: { reach: 3, at: (t: number) => sinc(t) * sinc(t / 3) },
} as const

function sinc(t: number): number {
  return t === 0 ? 1 : Math.sin(Math.PI * t) / (Math.PI * t)
}

/**
 * The samples that values between samples are made of, and their weights, which add up to 1. Edges repeat.
 * @param positions in samples; sample n lies at n
 * @param length how many samples there are
 */
export function interpolationWeights(
  positions: Float64Array,
  length: number,
  kernel: keyof typeof KERNELS,
): Taps {
  const { reach, at } = KERNELS[kernel]
  const count = 2 * reach
  const index = new Int32Array(count * positions.length)
  const weight = new Float32Array(count * positions.length)
  for (const [n, position] of positions.entries()) {
    const first = Math.floor(position) - reach + 1
    let sum = 0
    for (let k = 0; k < count; k++) sum += at(position - first - k)
    for (let k = 0; k < count; k++) {
      index[n * count + k] = Math.max(0, Math.min(length - 1, first + k))
      weight[n * count + k] = at(position - first - k) / sum
    }
  }
  return { count, index, weight }
}
