import sharp, { type Sharp, type SharpOptions } from 'sharp'

/** The most pixels of a picture. As RGBA they take 200 MB, the worker's memory budget for one picture. */
export const MAX_PIXELS = 50_000_000

/** The most seconds for one picture; a picture at the pixel limit takes about two. */
const TIMEOUT_SECONDS = 20

// Files do not recur, so a cache of decoded pictures would only hold memory.
sharp.cache(false)

const LIMITS = { limitInputChannels: 5, unlimited: false, pages: 1 } as const

/**
 * Opens an untrusted file for decoding, with limits on its pixels, channels, pages and decoding time.
 * @param failOn the lowest severity of a problem in the file that aborts decoding
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

/** Opens a file to read its header only. The declared size is not limited, so that an error message can state it. */
export function createHeaderReader(bytes: Uint8Array): Sharp {
  return sharp(bytes, { ...LIMITS, limitInputPixels: false })
}
