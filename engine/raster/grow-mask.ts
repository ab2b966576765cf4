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
  for (let y = 0; y < height; y++) {
    const bottom = Math.min(height - 1, y + by)
    for (let x = 0; x < width; x++) {
      for (let yy = Math.max(0, y - by); yy <= bottom; yy++) {
        if (!across[yy * width + x]) continue
        out[y * width + x] = 1
        break
      }
    }
  }
  return out
}
