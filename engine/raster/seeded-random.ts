/** Repeatable numbers in [0, 1): the same picture is always filled the same way (xorshift32). */
export function seededRandom(seed = 0x9e3779b9): () => number {
  let s = seed | 0
  return () => {
    s ^= s << 13
    s ^= s >>> 17
    s ^= s << 5
    return (s >>> 0) / 4294967296
  }
}
