import type { Mask, Picture } from '../../raster/picture.ts'
import { isOpaque, noteOpaque } from '../../raster/pixels/packed-rgba.ts'

/** The picture with another one in its place as far as a mask says; where that is 0 every byte stays. */
export function mix(picture: Picture, other: Picture, mask: Mask): Picture {
  const data = new Uint8ClampedArray(picture.data)
  for (let i = 0; i < mask.data.length; i++) {
    const share = mask.data[i]! / 255
    if (share === 0) continue
    for (let c = 4 * i; c < 4 * i + 4; c++) {
      data[c] = data[c]! + share * (other.data[c]! - data[c]!)
    }
  }
  if (isOpaque(picture) && isOpaque(other)) noteOpaque({ data })
  return { width: picture.width, height: picture.height, data }
}
