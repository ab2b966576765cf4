const SOS = 0xda
const EOI = 0xd9

/**
 * How many scans a JPEG has, counted by walking its markers, without decoding (ITU T.81, annex B). A decoder walks
 * through the whole picture once a scan, so a small file of thousands of them costs minutes. Stops at `most` + 1.
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

/** Stuffed zeros, fill bytes, restarts, SOI and TEM stand alone; within coded data the first three are all there is. */
function hasLength(marker: number): boolean {
  const alone =
    marker === 0 || marker === 1 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)
  return !alone
}
