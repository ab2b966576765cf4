import { readFile } from 'node:fs/promises'
import sharp, { type Metadata } from 'sharp'
import { Fault } from '../../../catalog/failures/fault.ts'
import { exifResolution } from '../../../metadata/resolution/exif-resolution.ts'
import { type Resolution, uprightResolution } from '../../../metadata/tiff/resolution.ts'
import { checkFile } from '../../media/check-file.ts'
import { isInInks } from '../../media/working-colours.ts'
import { storedSize } from '../orientation.ts'
import { profileName } from './profile-name.ts'
import { MAX_SOURCE_PIXELS, type PageOptions, type Source, type SourceFormat } from './source.ts'

export const ANIMATION = 'The file is an animation; one still picture is accepted.'

/** The header of a picture in a file; throws Fault `unsupported` or `unreadable`. */
export async function readHeader(
  path: string,
  format: SourceFormat,
  page?: PageOptions,
): Promise<Metadata> {
  const name = format.toUpperCase()
  const header = await sharp(path, { ...page, limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new Fault('unreadable', `The ${name} header is damaged.`, { cause })
    })
  if (header.depth !== 'uchar' && header.depth !== 'ushort') {
    throw new Fault(
      'unsupported',
      `The file is a ${name} of ${header.depth} values; 8 and 16 bits can be read.`,
    )
  }
  // Further pages of a TIFF are previews and masks that cameras and editors add; a HEIC or AVIF says itself what it is.
  const isStill = ['tiff', 'heic', 'avif'].includes(format) || (header.pages ?? 1) === 1
  if (!isStill) throw new Fault('unreadable', ANIMATION)
  return header
}

/** What a file's header says; throws Fault `large`. */
export function sourceOf(
  path: string,
  format: SourceFormat,
  bytes: number,
  header: Metadata,
  page?: PageOptions,
): Source {
  const { icc: profile, orientation = 1 } = header
  const { width, height } = storedSize(header, orientation)
  if (width * height > MAX_SOURCE_PIXELS) {
    throw new Fault(
      'large',
      `The picture is ${width} × ${height} pixels; ${MAX_SOURCE_PIXELS} in all can be read.`,
    )
  }
  const inks = isInInks(header)
  return {
    path,
    format,
    width,
    height,
    bytes,
    bitDepth: header.depth === 'uchar' || inks ? 8 : 16,
    orientation,
    alpha: header.hasAlpha,
    grey: header.channels < 3,
    profile: inks ? undefined : profile,
    inks,
    profileName: profile ? profileName(profile) : null,
    exif: header.exif,
    ...(page && { page }),
    resolution: uprightResolution(header.exif && exifResolution(header.exif), orientation),
    gainMap: header.gainMap !== undefined,
    check: checkFile(format, () => readFile(path)),
  }
}

/** A source of the resolution that its file states in other ways than EXIF, if it does. */
export function withResolution(source: Source, stated: Resolution | undefined): Source {
  const resolution = uprightResolution(stated, source.orientation) ?? source.resolution
  return { ...source, resolution }
}
