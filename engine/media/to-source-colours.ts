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
 * @returns undefined for a profile that can be converted from but not to
 * @throws what the file system says where the profile cannot be written to the temporary folder
 */
export async function toSourceColours(
  picture: Picture,
  own: SourceColours,
): Promise<Picture | undefined> {
  const { width, height, data } = picture
  const converted = await toProfile([picture, own.plain], own.profile)
  if (!converted) return undefined
  const [profiled, before] = converted as [Uint8ClampedArray, Uint8ClampedArray]
  // Some profiles that sharp cannot convert to it ignores, without an error.
  if (before.every((value, at) => value === own.plain.data[at])) return undefined
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

/**
 * Converts sRGB pictures to values of a profile, RGBA, 0–255. sharp reads profiles only from files.
 * @returns undefined where it cannot
 */
async function toProfile(
  pictures: readonly Picture[],
  profile: Buffer,
): Promise<Uint8ClampedArray[] | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'profile-'))
  try {
    const file = join(folder, 'own.icc')
    await writeFile(file, profile)
    const converted: Uint8ClampedArray[] = []
    for (const { width, height, data } of pictures) {
      const raw = sharp(data, { raw: { width, height, channels: 4 } })
      const pixels = await raw
        .withIccProfile(file)
        .raw({ depth: 'uchar' })
        .toBuffer()
        .catch(() => undefined)
      if (!pixels) return undefined
      converted.push(new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length))
    }
    return converted
  } finally {
    await rm(folder, { recursive: true })
  }
}
