import sharp, { type Sharp } from 'sharp'
import type { Strictness } from '../../media/check-file.ts'
import { inWorkingColours } from '../../media/working-colours.ts'
import { MAX_SOURCE_PIXELS, type Source } from './source.ts'

/** The most seconds for one pass over a source: some fifteen times what the slowest format takes at the pixel limit. */
const TIMEOUT_SECONDS = 120

/** A source read by sharp and converted to sRGB, row by row where its format allows that, with limits. */
export function decodeSource(source: Source, failOn: Strictness): Sharp {
  const { profile, bitDepth, grey, inks } = source
  return inWorkingColours(openSharp(source, { failOn }), {
    ...(profile && { icc: profile }),
    channels: grey ? 1 : 3,
    depth: bitDepth === 16 ? 'ushort' : 'uchar',
    space: inks ? 'cmyk' : 'srgb',
  })
}

/** {@link decodeSource} without converting: the values as the file stores them. Inks alone are converted to sRGB. */
export function decodeStored(source: Source, failOn: Strictness): Sharp {
  const { grey, bitDepth, inks } = source
  if (inks) return decodeSource(source, failOn).toColourspace('srgb')
  const deep = bitDepth === 16
  const space = grey ? (deep ? 'grey16' : 'b-w') : deep ? 'rgb16' : 'srgb'
  return openSharp(source, { failOn, ignoreIcc: true }).toColourspace(space)
}

function openSharp(
  { path, page }: Source,
  options: { failOn: Strictness; ignoreIcc?: boolean },
): Sharp {
  return sharp(path, {
    ...options,
    limitInputPixels: MAX_SOURCE_PIXELS,
    limitInputChannels: 5,
    unlimited: false,
    pages: 1,
    ...page,
    sequentialRead: true,
  }).timeout({ seconds: TIMEOUT_SECONDS })
}
