/**
 * RGBA bytes as one 32-bit integer a pixel: red in the lowest byte, alpha in the highest (little-endian, as all
 * machines that run JavaScript engines are). A view of the same memory, or a copy if the bytes are not aligned to four.
 */
export function packedRgba(data: Uint8ClampedArray): Int32Array {
  const { buffer, byteOffset, length } = data.byteOffset % 4 === 0 ? data : data.slice()
  return new Int32Array(buffer, byteOffset, length >> 2)
}

/** Whether the pixels in these bytes are all opaque, as far as known. Several steps of a task ask for it. */
const OPACITY = new WeakMap<Uint8ClampedArray, boolean>()

/** Whether every pixel is opaque. The answer is remembered, so the alpha must not change afterwards. */
export function isOpaque({ data }: { data: Uint8ClampedArray }): boolean {
  const opaque = OPACITY.get(data) ?? isFullyOpaque(packedRgba(data))
  OPACITY.set(data, opaque)
  return opaque
}

/** Records that pixels are opaque, which saves {@link isOpaque} the scan. */
export function noteOpaque({ data }: { data: Uint8ClampedArray }): void {
  OPACITY.set(data, true)
}

/** Forgets what is known of pixels; call it after changing their alpha. */
export function forgetOpaque({ data }: { data: Uint8ClampedArray }): void {
  OPACITY.delete(data)
}

/** Pixels that are scanned between two checks of the result. */
const CHUNK_PIXELS = 4096

function isFullyOpaque(pixels: Int32Array): boolean {
  for (let start = 0; start < pixels.length; start += CHUNK_PIXELS) {
    const end = Math.min(pixels.length, start + CHUNK_PIXELS)
    if (commonBits(pixels, start, end) >>> 24 !== 255) return false
  }
  return true
}

/** The bits that are set in all pixels from one to before another. */
function commonBits(pixels: Int32Array, from: number, to: number): number {
  let all = -1
  for (let at = from; at < to; at++) all &= pixels[at]!
  return all
}
