import type { Mask } from '../../raster/picture.ts'

/** Every so manyth of the pixels that a mask covers by more than `over`, about as many as asked for. */
export function pickPixels({ data }: Mask, most: number, over = 127): Int32Array {
  let count = 0
  for (let i = 0; i < data.length; i++) if (data[i]! > over) count++
  const step = Math.max(1, Math.floor(count / most))
  const picked = new Int32Array(Math.ceil(count / step))
  for (let i = 0, n = 0; i < data.length; i++) {
    if (data[i]! > over && n++ % step === 0) picked[(n - 1) / step] = i
  }
  return picked
}
