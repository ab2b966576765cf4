const SOS = 0xda
const EOI = 0xd9

/**
 * Counts the scans of a JPEG from its markers, without decoding (ITU T.81, annex B). A decoder passes over the whole
 * picture once for each scan, so a small file with thousands of scans takes minutes.
 * @param most counting stops at `most` + 1
 */
export function countScans(bytes: Uint8Array, most: number): number {
  let scans = 0
  let at = 2
  while (at + 3 < bytes.length && scans <= most) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 3 >= bytes.length) break
    const marker = bytes[at + 1]!
    if (marker === EOI) break
    if (!hasLength(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    if (marker === SOS) scans += 1
    at += 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!)
  }
  return scans
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
