import type { Size } from '../../geometry/size.ts'

/** 1 for each pixel within `by` of one that is set, along rows and columns (dilation by a square). */
export function growMask(mask: Uint8Array, { width, height }: Size, by: number): Uint8Array {
  const across = new Uint8Array(mask.length)
  for (let row = 0; row < mask.length; row += width) {
    // Up to here the row is set as it has to be.
    let done = row
    for (let i = row; i < row + width; i++) {
      if (mask[i] === 0) continue
      const end = Math.min(row + width, i + by + 1)
      for (let to = Math.max(done, i - by); to < end; to++) across[to] = 1
      done = Math.max(done, end)
    }
  }
  const out = new Uint8Array(mask.length)
  // Rows since the last one that was set above, and then below.
  for (const step of [1, -1]) {
    const since = new Int32Array(width).fill(by + 1)
    for (let n = 0; n < height; n++) {
      const row = (step === 1 ? n : height - 1 - n) * width
      for (let x = 0; x < width; x++) {
        since[x] = across[row + x] ? 0 : since[x]! + 1
        if (since[x]! <= by) out[row + x] = 1
      }
    }
  }
  return out
}
