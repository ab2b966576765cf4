/** Bytes in memory or as a stream. */
export type ByteSource = Uint8Array | AsyncIterable<Uint8Array>
