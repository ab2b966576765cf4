import sharp, { type Sharp, type SharpOptions } from 'sharp'

/** 200 MB as RGBA: what one picture may take of the worker's memory. */
export const MAX_PIXELS = 50_000_000

/** Seconds a decode or encode may take; a picture at the pixel limit needs about two. */
const TIMEOUT_SECONDS = 20

// Every file is seen once, so a cache of decoded pictures would only hold memory.
sharp.cache(false)

const LIMITS = { limitInputChannels: 5, unlimited: false, pages: 1 } as const

/**
 * Reads pixels under the limits that every file of an unknown sender gets.
 * @param failOn which complaint of the format's library ends the reading
 */
export function createDecoder(
  bytes: Uint8Array,
  failOn: SharpOptions['failOn'],
  options: Pick<SharpOptions, 'ignoreIcc'> = {},
): Sharp {
  return sharp(bytes, { ...LIMITS, ...options, failOn, limitInputPixels: MAX_PIXELS }).timeout({
    seconds: TIMEOUT_SECONDS,
  })
}

/** Reads the header alone, whatever size it declares, so that a refusal can name that size. */
export function createHeaderReader(bytes: Uint8Array): Sharp {
  return sharp(bytes, { ...LIMITS, limitInputPixels: false })
}
