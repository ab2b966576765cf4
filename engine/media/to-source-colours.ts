import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Picture } from '../raster/picture.ts'
import type { SourceColours } from './source-colours.ts'

/** How far a pixel may have changed, in levels, for most of what sRGB cannot show of it to be kept. */
const KEPT_CHANGE_LEVELS = 24

/**
 * A changed picture in the colours of its source: pixels that were left alone are the source's own, to the byte;
 * changed ones are brought from sRGB to the source's profile, with what sRGB had cut off where they changed little.
 * @throws when nothing can be written in the profile
 */
export async function toSourceColours(picture: Picture, own: SourceColours): Promise<Picture> {
  const { width, height, data } = picture
  const profiled = await toProfile(picture, own.profile)
  const before = await toProfile(own.plain, own.profile)
  // The library passes over a profile that nothing can be written in, without a word.
  if (before.every((value, at) => value === own.plain.data[at])) {
    throw new Error('The profile was not applied.')
  }
  const sameSize = own.plain.width === width && own.plain.height === height
  for (let at = 0; sameSize && at < data.length; at += 4) {
    let change = 0
    for (let c = 0; c < 4; c++) {
      change = Math.max(change, Math.abs(data[at + c]! - own.plain.data[at + c]!))
    }
    const kept = Math.exp(-((change / KEPT_CHANGE_LEVELS) ** 2))
    if (kept < 0.01) continue
    for (let c = 0; c < 3; c++) {
      profiled[at + c] = profiled[at + c]! + kept * (own.stored[at + c]! - before[at + c]!)
    }
  }
  return { width, height, data: profiled }
}

/** The pixels of an sRGB picture as values of a profile. The library reads profiles from files alone. */
async function toProfile(
  { width, height, data }: Picture,
  profile: Buffer,
): Promise<Uint8ClampedArray> {
  const folder = await mkdtemp(join(tmpdir(), 'profile-'))
  try {
    const file = join(folder, 'own.icc')
    await writeFile(file, profile)
    const pixels = await sharp(data, { raw: { width, height, channels: 4 } })
      .withIccProfile(file)
      .raw({ depth: 'uchar' })
      .toBuffer()
    return new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
