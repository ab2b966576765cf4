import type { Size } from '../../../../engine/geometry/size.ts'
import type { Mask } from '../../../../engine/raster/picture.ts'

/** Which pixels of a drawn picture something is said of. */
export type Is = (x: number, y: number) => boolean

/** A mask of a size that covers the pixels for which `is` holds. */
export function maskWhere({ width, height }: Size, is: Is): Mask {
  const data = new Uint8Array(width * height)
  for (let i = 0; i < data.length; i++) {
    if (is(i % width, Math.floor(i / width))) data[i] = 255
  }
  return { width, height, data }
}
