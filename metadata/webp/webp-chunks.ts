/** A chunk of a WebP file: its type, where it begins, and where its content ends by what it says. */
export type WebpChunk = { type: string; at: number; end: number }

/** Bytes before the first chunk: `RIFF`, the length of the rest, `WEBP` (RFC 9649, 2.4). */
export const WEBP_HEAD = 12

/** The chunks of a WebP file; the last may end behind the file. */
export function webpChunks(bytes: Uint8Array): WebpChunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const chunks: WebpChunk[] = []
  for (let at = WEBP_HEAD; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true)
    const end = at + 8 + size
    chunks.push({ type: String.fromCharCode(...bytes.subarray(at, at + 4)), at, end })
    at = end + (size & 1)
  }
  return chunks
}
