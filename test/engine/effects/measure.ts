import type { Picture } from '../../../engine/raster/picture.ts'

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
