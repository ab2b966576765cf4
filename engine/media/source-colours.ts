import type { Picture } from '../raster/picture.ts'
import { createDecoder, createHeaderReader } from './decoder.ts'

/** The colours of a source whose profile is another than sRGB. */
export type SourceColours = {
  /** Its ICC profile. */
  profile: Buffer
  /** Its pixels as they stand in the file, RGBA, upright. */
  stored: Uint8ClampedArray
  /** The same pixels in sRGB, as the engine works on them. */
  plain: Picture
}

/** Cameras and editors write some hundred bytes to a few kilobytes; a larger profile is not carried to a result. */
const MAX_PROFILE_BYTES = 200_000

/** Where a profile's header names its class and its colour space (ICC.1:2010, 7.2). */
const CLASS = { from: 12, to: 16, display: 'mntr' } as const
const SPACE = { from: 16, to: 20, rgb: 'RGB ' } as const

/**
 * What a result needs to be given back in its source's own colours; undefined where the source has sRGB's, or a profile
 * that no result can be written in. Costs a second decoding where there are any.
 * @param plain the same file, decoded to sRGB
 */
export async function readSourceColours(
  bytes: Uint8Array,
  plain: Picture,
): Promise<SourceColours | undefined> {
  const { icc: profile, space } = await createHeaderReader(bytes).metadata()
  if (!profile || !isUsableProfile(profile) || (space !== 'srgb' && space !== 'rgb16'))
    return undefined
  const { data, info } = await createDecoder(bytes, 'none', { ignoreIcc: true })
    .autoOrient()
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  if (info.width !== plain.width || info.height !== plain.height || info.channels !== 4) {
    return undefined
  }
  const stored = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length)
  // A profile that the decoder could not use has changed nothing.
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
