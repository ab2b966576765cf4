import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Picture } from '../raster/picture.ts'
import type { SourceColours } from './source-colours.ts'
import { KEPT_CHANGE_LEVELS, KEPT_LEAST } from './tuning.ts'

/**
 * Converts a changed picture from sRGB to the colour profile of its source.
 *
 * Unchanged pixels get the source's bytes exactly. Pixels that changed little also get back most of the difference that
 * was lost when the source was clipped to sRGB.
 * @throws when the profile cannot be converted to
 */
export async function toSourceColours(picture: Picture, own: SourceColours): Promise<Picture> {
  const { width, height, data } = picture
  const profiled = await toProfile(picture, own.profile)
  const before = await toProfile(own.plain, own.profile)
  // sharp ignores a profile that it cannot convert to, without an error.
  if (before.every((value, at) => value === own.plain.data[at])) {
    throw new Error('The profile was not applied.')
  }
  const off = (at: number): number => Math.abs(data[at]! - own.plain.data[at]!)
  const sameSize = own.plain.width === width && own.plain.height === height
  for (let at = 0; sameSize && at < data.length; at += 4) {
    const change = Math.max(off(at), off(at + 1), off(at + 2), off(at + 3))
    const kept = Math.exp(-((change / KEPT_CHANGE_LEVELS) ** 2))
    if (kept < KEPT_LEAST) continue
    for (let c = 0; c < 3; c++) {
      profiled[at + c] = profiled[at + c]! + kept * (own.stored[at + c]! - before[at + c]!)
    }
  }
  return { width, height, data: profiled }
}

/** Converts an sRGB picture to values of a profile, RGBA, 0–255. sharp reads profiles only from files. */
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
    await rm(folder, { recursive: true })
  }
}
