import type { Metadata, Sharp } from 'sharp'

/** What decides how colours are converted. */
export type ColourHeader = Partial<Pick<Metadata, 'space' | 'channels' | 'depth' | 'icc'>>

/** Where a profile names the colour space that it is for, and the name of grey (ICC.1:2010, 7.2.6). */
const SPACE = { from: 16, to: 20, grey: 'GRAY' } as const

/**
 * Has the library convert a picture from its own colours to sRGB: every way of decoding goes through here, so that all
 * of them show the same.
 *
 * The library converts by a profile what comes to it as the profile has it, and passes over the profile otherwise,
 * without a word. By default it keeps the profile's values of 16 bits a channel, and turns inks darker than by the
 * intent it has for spaces. What it is told to work in comes first: for 16 bits in colour, for inks, and for grey under
 * a profile for colours that is RGB of 8 bits; grey of 16 bits must still be grey when its profile is applied. Told
 * nothing, it decodes a JPEG at a part of its size, which is why all others are told nothing.
 */
export function inWorkingColours(image: Sharp, header: ColourHeader): Sharp {
  const space = workingSpace(header)
  return space ? image.pipelineColourspace(space) : image
}

/** Whether pictures are inks on paper, whose profile cannot be written to a result in RGB. */
export function isInInks({ space }: ColourHeader): boolean {
  return space === 'cmyk'
}

/** Whether a profile is for pictures without colours. */
export function isGreyProfile(profile: Buffer): boolean {
  return profile.toString('latin1', SPACE.from, SPACE.to) === SPACE.grey
}

/** The space that {@link inWorkingColours} names, if any. */
export function workingSpace(header: ColourHeader): 'b-w' | 'srgb' | undefined {
  const { depth, icc, channels = 3 } = header
  const isDeep = depth === 'ushort'
  if (icc && isGreyProfile(icc)) return isDeep ? 'b-w' : undefined
  return isDeep || isInInks(header) || (icc && channels < 3) ? 'srgb' : undefined
}
