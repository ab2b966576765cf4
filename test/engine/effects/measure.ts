import type { Picture } from '../../../engine/raster/picture.ts'

/** The colours of a drawn figure's parts, as tests of one RGB pixel. */
export const PART = {
  shirt: (r: number, g: number, b: number) => r > 150 && g < 95 && b < 100,
  trousers: (r: number, g: number, b: number) => r < 85 && g < 100 && b > 110,
  skin: (r: number, g: number, b: number) => r > 170 && g > 110 && g < 175 && b < 130,
}

/** How many pixels of row `y` between two columns have a part's colour. */
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

/** Indices of pixels that differ in any channel. */
export function changed(a: Picture, b: Picture): number[] {
  const list: number[] = []
  for (let i = 0; i < a.width * a.height; i++) {
    for (let c = 0; c < 4; c++) {
      if (a.data[i * 4 + c] === b.data[i * 4 + c]) continue
      list.push(i)
      break
    }
  }
  return list
}

/** Where a mask lies within `distance` pixels (square): 1 yes. */
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
