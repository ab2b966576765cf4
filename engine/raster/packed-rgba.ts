/**
 * The pixels of RGBA bytes as one number each, red in its lowest byte and alpha in its highest (all machines that
 * engines of JavaScript run on store numbers that way round). A view, unless the bytes lie where no number can.
 */
export function packedRgba(data: Uint8ClampedArray): Int32Array {
  const { buffer, byteOffset, length } = data.byteOffset % 4 === 0 ? data : data.slice()
  return new Int32Array(buffer, byteOffset, length >> 2)
}

/** Kept as long as their pixels, since several steps of a task ask. */
const OPACITY = new WeakMap<Uint8ClampedArray, boolean>()

/** Whether every pixel is opaque. Looked up once for a picture, whose pixels must not change afterwards. */
export function isOpaque({ data }: { data: Uint8ClampedArray }): boolean {
  const opaque = OPACITY.get(data) ?? isFullyOpaque(packedRgba(data))
  OPACITY.set(data, opaque)
  return opaque
}

/** Spares {@link isOpaque} the look at pixels that are known to be opaque. */
export function noteOpaque({ data }: { data: Uint8ClampedArray }): void {
  OPACITY.set(data, true)
}

/** To be called where pixels that may be known to be opaque have become others. */
export function forgetOpaque({ data }: { data: Uint8ClampedArray }): void {
  OPACITY.delete(data)
}

/** Pixels that are looked at between two questions whether to go on. */
const CHUNK_PIXELS = 4096

function isFullyOpaque(words: Int32Array): boolean {
  for (let start = 0; start < words.length; start += CHUNK_PIXELS) {
    const end = Math.min(words.length, start + CHUNK_PIXELS)
    let all = -1
    for (let at = start; at < end; at++) all &= words[at]!
    if (all >>> 24 !== 255) return false
  }
  return true
}
