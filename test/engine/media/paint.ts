import sharp, { type Sharp } from 'sharp'

/** A picture with edges and every hue, so that a decoder's mistakes show. */
export function paint(width = 400, height = 320): Sharp {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      data[at] = (x * 255) / width
      data[at + 1] = (y * 255) / height
      data[at + 2] = (x >> 4) % 2 === (y >> 4) % 2 ? 200 : 40
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** What most features allow. */
export const LIMITS = {
  formats: ['jpeg', 'png'],
  maxBytes: 10_000_000,
  minShortSide: 1,
  maxLongSide: 4096,
} as const
