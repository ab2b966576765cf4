import type { Picture } from './picture.ts'

/** Colour times alpha, so that mixing pixels does not bleed the colour hidden under transparent ones. */
export function premultiply(picture: Picture): Picture {
  const data = new Uint8ClampedArray(picture.data)
  for (let i = 0; i < data.length; i += 4) {
    const a = data[i + 3]! / 255
    for (let c = 0; c < 3; c++) data[i + c] = data[i + c]! * a
  }
  return { ...picture, data }
}

/** Back to straight alpha, in place. */
export function unpremultiplyPixel(data: Uint8ClampedArray, at: number): void {
  const a = data[at + 3]!
  if (a === 0 || a === 255) return
  for (let c = 0; c < 3; c++) data[at + c] = (data[at + c]! * 255) / a
}
