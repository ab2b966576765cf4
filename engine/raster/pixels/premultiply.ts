import type { Picture } from '../picture.ts'

/**
 * A copy with colours times alpha (Porter and Duff 1984): mixing its pixels does not bleed colours of transparent ones.
 */
export function premultiply(picture: Picture): Picture {
  const data = new Uint8ClampedArray(picture.data)
  for (let i = 0; i < data.length; i += 4) {
    const a = data[i + 3]! / 255
    for (let c = 0; c < 3; c++) data[i + c] = data[i + c]! * a
  }
  return { ...picture, data }
}

/** Converts the pixel whose first byte is at `at` back to straight alpha, in place. */
export function unpremultiplyPixel(data: Uint8ClampedArray, at: number): void {
  const a = data[at + 3]!
  if (a === 0 || a === 255) return
  for (let c = 0; c < 3; c++) data[at + c] = (data[at + c]! * 255) / a
}
