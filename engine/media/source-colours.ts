import { rewriteProfile } from '../../metadata/icc/rewrite-profile.ts'
import type { Picture } from '../raster/picture.ts'
import { createDecoder } from './decoder.ts'
import type { Header } from './read-header.ts'
import { withinMemory } from './within-memory.ts'

/** The colours of a source file whose ICC profile is not sRGB. */
export type SourceColours = {
  /** The source's ICC profile, written anew. */
  profile: Buffer
  /** The source's pixels as values of that profile: RGBA, 0–255, EXIF orientation applied. */
  stored: Uint8ClampedArray
  /** The same pixels converted to sRGB, which the engine works on. */
  plain: Picture
}

/**
 * The largest profile written to a result, in bytes. Cameras and editors write a few hundred bytes to a few kilobytes.
 */
const MAX_PROFILE_BYTES = 200_000

/** Byte ranges of the device class and the colour space in a profile's header, and their values (ICC.1:2010, 7.2). */
const CLASS = { from: 12, to: 16, display: 'mntr' } as const
const SPACE = { from: 16, to: 20, rgb: 'RGB ' } as const

/**
 * Reads what is needed to encode a result in its source's colour profile. Decodes the file a second time if it has such
 * a profile.
 * @param colours what the file's header says of them
 * @param plain the same file, decoded to sRGB
 * @returns undefined if the source is sRGB, or if its profile cannot be used for encoding
 */
export async function readSourceColours(
  bytes: Uint8Array,
  { icc, space }: Header['colours'],
  plain: Picture,
): Promise<SourceColours | undefined> {
  const profile = icc && isUsableProfile(icc) ? rewriteProfile(icc) : undefined
  if (!profile || (space !== 'srgb' && space !== 'rgb16')) return undefined
  const { data, info } = await withinMemory(bytes, () =>
    createDecoder(bytes, 'none', { ignoreIcc: true })
      .autoOrient()
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  )
  if (info.width !== plain.width || info.height !== plain.height || info.channels !== 4) {
    return undefined
  }
  const stored = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length)
  // Equal pixels mean that the decoder could not use the profile.
  return stored.every((value, at) => value === plain.data[at])
    ? undefined
    : { profile, stored, plain }
}

function isUsableProfile(profile: Buffer): boolean {
  if (profile.length > MAX_PROFILE_BYTES) return false
  const text = (from: number, to: number): string => profile.toString('latin1', from, to)
  const usable =
    text(CLASS.from, CLASS.to) === CLASS.display && text(SPACE.from, SPACE.to) === SPACE.rgb
  return usable && !text(0, profile.length).replaceAll('\0', '').includes('sRGB')
}
