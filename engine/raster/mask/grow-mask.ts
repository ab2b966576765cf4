import type { Size } from '../../geometry/size.ts'

/** 1 for each pixel within `by` of one that is set, along rows and columns (dilation by a square). */
export function growMask(mask: Uint8Array, { width, height }: Size, by: number): Uint8Array {
  const across = new Uint8Array(mask.length)
  for (let row = 0; row < mask.length; row += width) {
    spreadLine(mask, across, { start: row, length: width, step: 1 }, by)
    spreadLine(mask, across, { start: row + width - 1, length: width, step: -1 }, by)
  }
  const out = new Uint8Array(mask.length)
  // Rows since the last one that was set above, and then below.
  for (const first of [0, height - 1]) {
    const since = new Int32Array(width).fill(by + 1)
    for (let n = 0; n < height; n++) {
      const row = Math.abs(first - n) * width
      for (let x = 0; x < width; x++) {
        since[x] = across[row + x] ? 0 : since[x]! + 1
        if (since[x]! <= by) out[row + x] = 1
      }
    }
  }
  return out
}

/** Sets what lies up to `by` behind a pixel that is set, along a line. */
function spreadLine(
  mask: Uint8Array,
  out: Uint8Array,
  { start, length, step }: { start: number; length: number; step: number },
  by: number,
): void {
  let since = by + 1
  for (let n = 0, at = start; n < length; n++, at += step) {
    since = mask[at] ? 0 : since + 1
    if (since <= by) out[at] = 1
  }
}
