import type { Picture } from '../../../../engine/raster/picture.ts'

/** Whether an RGB pixel has the colour of a part of a drawn figure. */
export const PART = {
  shirt: (r: number, g: number, b: number) => r > 150 && g < 95 && b < 100,
  trousers: (r: number, g: number, b: number) => r < 85 && g < 100 && b > 110,
  skin: (r: number, g: number, b: number) => r > 170 && g > 110 && g < 175 && b < 130,
}

/** Counts the pixels of row `y` between two columns that have the colour of a part. */
export function widthOf(
  { data, width }: Picture,
  part: keyof typeof PART,
  y: number,
  from = 0,
  to = width,
): number {
  let count = 0
  for (let x = from; x < to; x++) {
    const i = (Math.round(y) * width + x) * 4
    if (PART[part](data[i]!, data[i + 1]!, data[i + 2]!)) count++
  }
  return count
}

/** A mask dilated by a square of `distance` pixels to each side: 1 inside, 0 outside. */
export function around(mask: Uint8Array, width: number, distance: number): Uint8Array {
  const height = mask.length / width
  const near = new Uint8Array(mask.length)
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue
    const x = i % width
    const y = (i - x) / width
    const right = Math.min(width - 1, x + distance)
    for (let yy = Math.max(0, y - distance); yy <= Math.min(height - 1, y + distance); yy++) {
      near.fill(1, yy * width + Math.max(0, x - distance), yy * width + right + 1)
    }
  }
  return near
}
