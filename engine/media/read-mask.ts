import { Fault } from '../../catalog/failures/fault.ts'
import type { Size } from '../geometry/size.ts'
import { luma } from '../raster/colour/luma.ts'
import type { Mask, Picture } from '../raster/picture.ts'

/** Levels up to this are black: JPEG leaves them around what it was given as black. From 255 less this all is white. */
const NOISE = 8

/**
 * The mask of a task: how much of each pixel is replaced. Its luma counts; what is transparent is not replaced.
 * @param source the size it must have
 * @param what the source is, for people
 * @throws Fault `dimensions` or `parameter`
 */
export function readMask({ width, height, data }: Picture, source: Size, what = 'picture'): Mask {
  if (width !== source.width || height !== source.height) {
    throw new Fault(
      'dimensions',
      `The mask is ${width} × ${height} pixels and the ${what} ${source.width} × ${source.height}; ` +
        'they must have the same size.',
      { role: 'msk' },
    )
  }
  const mask = { width, height, data: new Uint8Array(width * height) }
  let any = false
  for (let i = 0; i < mask.data.length; i++) {
    const light = luma(data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!)
    const level = Math.round((light * data[4 * i + 3]!) / 255)
    if (level <= NOISE) continue
    mask.data[i] = level >= 255 - NOISE ? 255 : level
    any = true
  }
  if (any) return mask
  throw new Fault('parameter', 'The mask is black everywhere: nothing would be replaced.', {
    role: 'msk',
  })
}
