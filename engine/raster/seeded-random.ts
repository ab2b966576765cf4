/**
 * A generator of pseudo-random numbers in [0, 1), the same sequence for the same seed: xorshift32 (Marsaglia 2003). The
 * seed must not be 0.
 */
export function seededRandom(seed = 0x9e3779b9): () => number {
  let s = seed | 0
  return () => {
    s ^= s << 13
    s ^= s >>> 17
    s ^= s << 5
    return (s >>> 0) / 4294967296
  }
}
