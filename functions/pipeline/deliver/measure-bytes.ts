import { createHash } from 'node:crypto'

/** Bytes on their way, held whole or coming. */
export type ByteSource = Uint8Array | AsyncIterable<Uint8Array>

/** What passed by: its length in bytes and its SHA-256 in hex. */
export type Measure = { size: number; sha256: string }

/** The same bytes, and what they measured once they have passed. */
export function measureBytes(bytes: ByteSource): {
  passing: AsyncIterable<Uint8Array>
  measure(): Measure
} {
  const hash = createHash('sha256')
  let size = 0
  const pass = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes instanceof Uint8Array ? [bytes] : bytes) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  return { passing: pass(), measure: () => ({ size, sha256: hash.digest('hex') }) }
}
