import type { Size } from './picture.ts'

/** 1 for each pixel within `by` of one that is set, along rows and columns (dilation by a square). */
export function growMask(mask: Uint8Array, { width, height }: Size, by: number): Uint8Array {
  const across = new Uint8Array(mask.length)
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue
    const row = i - (i % width)
    across.fill(1, Math.max(row, i - by), Math.min(row + width, i + by + 1))
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
