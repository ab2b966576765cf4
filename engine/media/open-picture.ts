import { Fault } from '../../catalog/fault.ts'
import type { PictureFormat, PictureRule } from '../../catalog/feature.ts'
import { noteOpaque } from '../raster/packed-rgba.ts'
import type { Picture, SmallCopy } from '../raster/picture.ts'
import { decodePicture } from './decode-picture.ts'
import { decodeSmall } from './decode-small.ts'
import { readHeader } from './read-header.ts'
import { requireDimensions } from './require-dimensions.ts'
import { sniffFormat } from './sniff-format.ts'
import { readSourceColours, type SourceColours } from './source-colours.ts'

/** What a picture may be; a feature's catalogue entry holds one for each of its files. */
export type PictureLimits = PictureRule

export type OpenedPicture = {
  picture: Picture
  /** The source's format, for the result to be written in. */
  format: PictureFormat
  /** Reads the source's own colours, for the result to be written in; undefined where they are sRGB's. */
  own: () => Promise<SourceColours | undefined>
  /** Size of the source file. */
  bytes: number
}

/** A file that has passed the guards, of which no pixel is decoded. */
export type AdmittedPicture = {
  /** Throws Fault `unreadable` when the pixels are damaged. */
  decode(): Promise<OpenedPicture>
  /** See {@link decodeSmall}. */
  decodeSmall(): Promise<SmallCopy | undefined>
}

/**
 * Decodes a file from an unknown sender. The guards come before any pixel is decoded, cheapest first: size, format
 * by bytes, header.
 * @throws Fault `empty`, `bytes`, `unreadable`, `large`, `small` or `ratio`, its sentence naming the rule and the number
 */
export async function openPicture(
  bytes: Uint8Array,
  limits: PictureLimits,
): Promise<OpenedPicture> {
  const { decode } = await admitPicture(bytes, limits)
  return await decode()
}

/** The guards of {@link openPicture} alone. */
export async function admitPicture(
  bytes: Uint8Array,
  limits: PictureLimits,
): Promise<AdmittedPicture> {
  if (bytes.length === 0) throw new Fault('empty', 'The source file holds no bytes.')
  if (bytes.length >= limits.maxBytes) {
    throw new Fault(
      'bytes',
      `The file has ${bytes.length} bytes; fewer than ${limits.maxBytes} are allowed.`,
    )
  }
  const format = requireAcceptedFormat(bytes, limits)
  const header = await readHeader(bytes, format)
  requireDimensions(header, limits)
  return {
    decode: async () => {
      const picture = await decodePicture(bytes)
      // A JPEG has no alpha.
      if (format === 'jpeg') noteOpaque(picture)
      return { picture, format, own: () => readSourceColours(bytes, picture), bytes: bytes.length }
    },
    decodeSmall: async () => (format === 'jpeg' ? await decodeSmall(bytes, header) : undefined),
  }
}

function requireAcceptedFormat(bytes: Uint8Array, limits: PictureLimits): PictureFormat {
  const found = sniffFormat(bytes)
  const accepted = limits.formats.find((format) => format === found)
  if (accepted) return accepted
  const what = found ? `The file is ${found.toUpperCase()}` : 'The file is no known kind of picture'
  const wanted = limits.formats.map((format) => format.toUpperCase()).join(' and ')
  throw new Fault('unreadable', `${what}; this feature takes ${wanted}.`)
}
