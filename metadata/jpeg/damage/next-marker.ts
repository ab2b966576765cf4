/**
 * Where the next marker of a JPEG begins, at its last 0xff; the length of the file where there is none. Stuffed zeros
 * and fill bytes are none (ITU T.81, B.1.1.2).
 */
export function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = from; ; at++) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 1 >= bytes.length) return bytes.length
    const code = bytes[at + 1]!
    if (code !== 0 && code !== 0xff) return at
  }
}

/** Whether a marker's code is that of a restart marker. */
export function isRestart(code: number): boolean {
  return code >= 0xd0 && code <= 0xd7
}
