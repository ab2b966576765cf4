import sharp from 'sharp'

let profile: Promise<Buffer> | undefined

/**
 * The sRGB profile the library carries. It gives it into files alone, and writing it into a picture's own file would
 * carry every pixel from sRGB to sRGB, which takes a third of the time of a JPEG of twelve megapixels.
 */
export function srgbProfile(): Promise<Buffer> {
  profile ??= readProfile()
  return profile
}

async function readProfile(): Promise<Buffer> {
  const dot = { width: 1, height: 1, channels: 3, background: 'white' } as const
  const file = await sharp({ create: dot }).withIccProfile('srgb').png().toBuffer()
  const { icc } = await sharp(file).metadata()
  if (!icc) throw new Error('The library gave no sRGB profile.')
  return icc
}
