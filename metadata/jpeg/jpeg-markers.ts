const EOI = 0xd9

/** A marker of a JPEG that has a segment: where its two bytes begin. */
export type JpegMarker = { marker: number; at: number }

/** The markers of a JPEG that a length follows, up to its end, without decoding (ITU T.81, annex B). */
export function* jpegMarkers(bytes: Uint8Array): Generator<JpegMarker> {
  let at = 2
  while (at + 3 < bytes.length) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 3 >= bytes.length) return
    const marker = bytes[at + 1]!
    if (marker === EOI) return
    if (!hasLength(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    yield { marker, at }
    at += 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!)
  }
}

/**
 * Whether a length field follows the marker. None follows stuffed zeros, fill bytes, restart markers, SOI and TEM.
 * Entropy-coded data contains only the first three.
 */
function hasLength(marker: number): boolean {
  const alone =
    marker === 0 || marker === 1 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)
  return !alone
}
