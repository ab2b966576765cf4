import { createHash } from 'node:crypto'
import type { ByteSource } from '../../../metadata/byte-source.ts'

/** Length in bytes and SHA-256 in hex. */
export type Measure = { size: number; sha256: string }

/** Passes bytes through `stream`. Once it was read to its end, `measure` gives their length and hash. */
export function measureBytes(bytes: ByteSource): {
  stream: AsyncIterable<Uint8Array>
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
  return { stream: pass(), measure: () => ({ size, sha256: hash.digest('hex') }) }
}
