import { Fault } from '../../catalog/failures/fault.ts'
import type { PictureFormat, PictureRule } from '../../catalog/features/feature.ts'
import { sniffFormat } from '../../catalog/files/sniff-format.ts'
import type { Resolution } from '../../metadata/tiff/resolution.ts'
import type { Picture, SmallCopy } from '../raster/picture.ts'
import { noteOpaque } from '../raster/pixels/packed-rgba.ts'
import { decodeNoted } from './decode-picture.ts'
import { decodeSmall } from './decode-small.ts'
import { describeFile } from './describe-file.ts'
import { type DeepValues, readDeepValues } from './read-deep-values.ts'
import { readHeader } from './read-header.ts'
import { requireDimensions } from './require-dimensions.ts'
import { readSourceColours, type SourceColours } from './source-colours.ts'
import { withStatedProfile } from './stated-colours.ts'

/** Limits on a picture's format and size. A feature's catalogue entry has one for each of its files. */
export type PictureLimits = PictureRule

export type OpenedPicture = {
  picture: Picture
  /** The source's format, which the result is encoded in. */
  format: PictureFormat
  /** The resolution that the source states, which the result has too. */
  resolution?: Resolution | undefined
  /** Reads the colours of the source's profile, for encoding the result; undefined if the result is to be sRGB. */
  own: () => Promise<SourceColours | undefined>
  /** Reads the values of a PNG of 16 bits a channel, which the result has where nothing changed; absent for others. */
  deep?: (() => Promise<DeepValues>) | undefined
  /** Size of the source file in bytes. */
  bytes: number
  /** Whether a gain map in the file makes it a picture of high dynamic range. It is passed over. */
  gainMap?: boolean
  /** What damage of the file is in the picture, in a sentence; absent where there is none. */
  note?: string
}

/** A file that has passed the checks. No pixel is decoded yet. */
export type AdmittedPicture = {
  /** Throws Fault `unreadable` when the pixels are damaged. */
  decode(): Promise<OpenedPicture>
  /** See {@link decodeSmall}. */
  decodeSmall(): Promise<SmallCopy | undefined>
}

/**
 * Decodes an untrusted file. The checks run before any pixel is decoded, cheapest first: size in bytes, format by
 * signature, header.
 * @throws Fault `empty`, `bytes`, `unreadable`, `large`, `small` or `ratio`; the message states the limit and the value
 */
export async function openPicture(
  bytes: Uint8Array,
  limits: PictureLimits,
): Promise<OpenedPicture> {
  const { decode } = await admitPicture(bytes, limits)
  return await decode()
}

/** Runs only the checks of {@link openPicture}. */
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
  const file = await withStatedProfile(bytes, format)
  const header = await readHeader(file, format)
  requireDimensions(header, limits)
  return {
    decode: async () => {
      const { picture, note } = await decodeNoted(file)
      // A JPEG has no alpha.
      if (format === 'jpeg') noteOpaque(picture)
      const own = () => readSourceColours(file, header.colours, picture)
      const { resolution, gainMap } = header
      const isDeep = format === 'png' && header.colours.depth === 'ushort'
      const deep = isDeep ? () => readDeepValues(file) : undefined
      const opened = { picture, format, resolution, gainMap, own, deep, bytes: bytes.length }
      return note ? { ...opened, note } : opened
    },
    decodeSmall: async () => (format === 'jpeg' ? await decodeSmall(file, header) : undefined),
  }
}

function requireAcceptedFormat(bytes: Uint8Array, limits: PictureLimits): PictureFormat {
  const found = sniffFormat(bytes)
  const accepted = limits.formats.find((format) => format === found)
  if (accepted) return accepted
  const wanted = limits.formats.map((format) => format.toUpperCase()).join(' and ')
  throw new Fault('unreadable', `${describeFile(bytes, 'picture')}; this feature takes ${wanted}.`)
}
