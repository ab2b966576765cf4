import { linearToSrgb, srgbToLinear } from '../raster/colour/lab.ts'
import type { Picture } from '../raster/picture.ts'
import type { Shadow } from './cast-shadow.ts'

/** Linear light of whole sRGB levels. */
const LIGHT = Float64Array.from({ length: 256 }, (_, level) => srgbToLinear(level))

/** Takes the light that a shadow takes from the pixels of a photo, which are changed; what lies outside is left out. */
export function layShadow(photo: Picture, { box, data }: Shadow): void {
  const [first, end] = [Math.max(0, -box.left), Math.min(box.width, photo.width - box.left)]
  for (let row = 0; row < box.height; row++) {
    const y = box.top + row
    if (y < 0 || y >= photo.height) continue
    const shares = data.subarray(row * box.width + first, row * box.width + Math.max(first, end))
    darkenRow(photo.data, 4 * (y * photo.width + box.left + first), shares)
  }
}

function darkenRow(pixels: Uint8ClampedArray, start: number, shares: Float32Array): void {
  for (let x = 0, to = start; x < shares.length; x++, to += 4) {
    const share = shares[x]!
    if (share === 0) continue
    for (let c = to; c < to + 3; c++) pixels[c] = linearToSrgb(LIGHT[pixels[c]!]! * (1 - share))
  }
}
