/**
 * The pixels of RGBA bytes as one number each, red in its lowest byte and alpha in its highest (all machines that
 * engines of JavaScript run on store numbers that way round). A view, unless the bytes lie where no number can.
 */
export function wordsOf(data: Uint8ClampedArray): Int32Array {
  const { buffer, byteOffset, length } = data.byteOffset % 4 === 0 ? data : data.slice()
  return new Int32Array(buffer, byteOffset, length >> 2)
}

/** Kept as long as their pixels, since several steps of a task ask. */
const KNOWN = new WeakMap<Uint8ClampedArray, boolean>()

/** Whether every pixel is opaque. Looked up once for a picture, whose pixels must not change afterwards. */
export function isOpaque({ data }: { data: Uint8ClampedArray }): boolean {
  const opaque = KNOWN.get(data) ?? hasNoAlpha(wordsOf(data))
  KNOWN.set(data, opaque)
  return opaque
}

/** Spares {@link isOpaque} the look at pixels that are known to be opaque. */
export function noteOpaque({ data }: { data: Uint8ClampedArray }): void {
  KNOWN.set(data, true)
}

/** To be called where pixels that may be known to be opaque have become others. */
export function forgetOpaque({ data }: { data: Uint8ClampedArray }): void {
  KNOWN.delete(data)
}

/** Pixels that are looked at between two questions whether to go on. */
const AT_ONCE = 4096

function hasNoAlpha(words: Int32Array): boolean {
  for (let start = 0; start < words.length; start += AT_ONCE) {
    const end = Math.min(words.length, start + AT_ONCE)
    let all = -1
    for (let at = start; at < end; at++) all &= words[at]!
    if (all >>> 24 !== 255) return false
  }
  return true
}
