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

/** A picture with detail everywhere, as photographs have it, the same every time. */
export function grain(width: number, height: number): Sharp {
  let state = 4711
  const data = new Uint8Array(width * height * 3)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      const light = 110 + 60 * Math.sin(x / 37 + y / 53) + 30 * Math.sin(y / 7) + (state >>> 27)
      data[at] = light + 20
      data[at + 1] = light
      data[at + 2] = light - 30 * Math.sin(x / 90)
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}
