import { jpegMarkers } from './jpeg-markers.ts'

const SOS = 0xda

/**
 * Counts the scans of a JPEG from its markers, without decoding. A decoder passes over the whole picture once for each
 * scan, so a small file with thousands of scans takes minutes.
 * @param most counting stops at `most` + 1
 */
export function countScans(bytes: Uint8Array, most: number): number {
  let scans = 0
  for (const { marker } of jpegMarkers(bytes)) {
    if (marker === SOS) scans += 1
    if (scans > most) break
  }
  return scans
}
