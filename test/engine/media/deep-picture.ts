import sharp, { type Sharp } from 'sharp'

/** Values of 16 bits a channel, rows from the top. */
export type Deep = { width: number; height: number; channels: 3 | 4; values: Uint16Array }

/** Values whose upper bytes are a picture of 8 bits, and whose lower bytes run through all there are. */
export async function deepened(image: Sharp): Promise<Deep> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const values = Uint16Array.from(data, (level, at) => {
    const isAlpha = channels === 4 && at % 4 === 3
    return (level << 8) | (isAlpha && level === 255 ? 255 : (37 * at) % 256)
  })
  return { width, height, channels: channels as 3 | 4, values }
}

/** A PNG of 16 bits. */
export function deepPng({ values, ...raw }: Deep): Sharp {
  return sharp(values, { raw }).toColourspace('rgb16').png()
}

/** The values that a PNG stores, whatever its profile. */
export async function deepValues(file: Uint8Array): Promise<Uint16Array> {
  const image = sharp(file, { ignoreIcc: true }).toColourspace('rgb16')
  const { buffer, byteOffset, length } = await image.raw({ depth: 'ushort' }).toBuffer()
  return new Uint16Array(buffer.slice(byteOffset, byteOffset + length))
}
