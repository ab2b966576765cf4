import type { Box } from '../../geometry/box.ts'
import type { Mask, Picture } from '../picture.ts'
import { writablePixels } from './copy-on-write.ts'
import { forgetOpaque, isOpaque } from './packed-rgba.ts'

/** A copy of the pixels inside `box`, which must lie inside the picture. */
export function crop(picture: Picture, box: Box): Picture {
  const data = new Uint8ClampedArray(box.width * box.height * 4)
  for (let y = 0; y < box.height; y++) {
    const from = ((box.top + y) * picture.width + box.left) * 4
    data.set(picture.data.subarray(from, from + box.width * 4), y * box.width * 4)
  }
  return { width: box.width, height: box.height, data }
}

/** A copy of the mask inside `box`, which must lie inside it. */
export function cropMask(mask: Mask, box: Box): Mask {
  const data = new Uint8Array(box.width * box.height)
  for (let y = 0; y < box.height; y++) {
    const from = (box.top + y) * mask.width + box.left
    data.set(mask.data.subarray(from, from + box.width), y * box.width)
  }
  return { width: box.width, height: box.height, data }
}

/** A copy of the values of a plane of this width inside `box`, which must lie inside it. */
export function cropPlane(plane: Float32Array, width: number, box: Box): Float32Array {
  const part = new Float32Array(box.width * box.height)
  for (let y = 0; y < box.height; y++) {
    const from = (box.top + y) * width + box.left
    part.set(plane.subarray(from, from + box.width), y * box.width)
  }
  return part
}

/**
 * The picture with `patch` in place of its pixels from (left, top) on; the patch must lie inside. A copy, unless the
 * picture's ownership was released, see copy-on-write.
 */
export function paste(picture: Picture, patch: Picture, left: number, top: number): Picture {
  const data = writablePixels(picture)
  for (let y = 0; y < patch.height; y++) {
    const row = patch.data.subarray(y * patch.width * 4, (y + 1) * patch.width * 4)
    data.set(row, ((top + y) * picture.width + left) * 4)
  }
  if (!isOpaque(patch)) forgetOpaque({ data })
  return { width: picture.width, height: picture.height, data }
}
