import { WEBP_HEAD, webpChunks } from './webp-chunks.ts'

/** Chunks of pixels (RFC 9649, 2.5 and 2.6). */
const PIXELS = /^VP8[ L]$/

/**
 * A WebP file that is shorter than it says, with the chunks that are whole: the decoding library refuses it although
 * its pixels may all be there.
 * @returns undefined where it is as long as it says, or its pixels are cut off
 */
export function mendWebp(bytes: Uint8Array): Buffer | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!isShort(bytes)) return undefined
  const whole = webpChunks(bytes).filter(({ end }) => end <= bytes.length)
  if (!whole.some(({ type }) => PIXELS.test(type))) return undefined
  const parts = whole.map(({ at, end }) => {
    const chunk = file.subarray(at, end)
    return chunk.length % 2 ? Buffer.concat([chunk, Buffer.alloc(1)]) : chunk
  })
  const mended = Buffer.concat([file.subarray(0, WEBP_HEAD), ...parts])
  mended.writeUInt32LE(mended.length - 8, 4)
  return mended
}

/** Whether a WebP file has fewer bytes than it says. */
function isShort(bytes: Uint8Array): boolean {
  return bytes.length < WEBP_HEAD || bytes.length < saidBytes(bytes)
}

/** Bytes that a WebP file has by what it says. */
export function saidBytes(bytes: Uint8Array): number {
  return 8 + new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(4, true)
}
