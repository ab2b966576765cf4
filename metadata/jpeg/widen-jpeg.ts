import { jpegMarkers } from './jpeg-markers.ts'

/** Frame headers: SOF0 to SOF15 without DHT, JPG and DAC. */
const FRAME = new Set([0, 1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15].map((nth) => 0xc0 + nth))

/**
 * A copy of a JPEG of which the sides are rounded up to a multiple of four pixels. A file holds whole blocks of eight
 * pixels, so that a decoder then gives the pixels that a frame header cuts off; none is moved.
 */
export function widenJpeg(bytes: Uint8Array): Uint8Array {
  const wide = Uint8Array.from(bytes)
  for (const { marker, at } of jpegMarkers(bytes)) {
    if (!FRAME.has(marker) || at + 9 > wide.length) continue
    const fields = new DataView(wide.buffer, at, 9)
    for (const offset of [5, 7]) fields.setUint16(offset, (fields.getUint16(offset) + 3) & ~3)
    break
  }
  return wide
}
