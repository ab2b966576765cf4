import { type DirectoryEntry, readDirectory } from '../tiff/tiff-directory.ts'
import type { Kind } from '../tiff/tiff-tags.ts'
import { exifDirectory, exifStructure } from './exif-directory.ts'

/** The tag of the directory with the exposure. */
export const EXIF_DIRECTORY = 34_665

/**
 * What is kept of a camera's metadata (CIPA DC-008): which camera, when, and how the picture was exposed. Everything
 * else may tell where or who: place, serial numbers, owner, comments, thumbnails, makers' notes.
 */
export const KEPT: Readonly<
  Record<'IFD0' | 'IFD2', Readonly<Record<number, readonly [string, Kind]>>>
> = {
  IFD0: { 271: ['Make', 'text'], 272: ['Model', 'text'], 306: ['DateTime', 'text'] },
  IFD2: {
    33434: ['ExposureTime', 'fraction'],
    33437: ['FNumber', 'fraction'],
    34855: ['ISOSpeedRatings', 'whole'],
    36867: ['DateTimeOriginal', 'text'],
    36868: ['DateTimeDigitized', 'text'],
    36880: ['OffsetTime', 'text'],
    36881: ['OffsetTimeOriginal', 'text'],
    37386: ['FocalLength', 'fraction'],
    41989: ['FocalLengthIn35mmFilm', 'whole'],
    42036: ['LensModel', 'text'],
  },
}

/** Longer texts are no name and no time. */
const MAX_TEXT = 64

/** EXIF of a picture by directory and name of the tag, as sharp writes it. */
export type SafeMetadata = { IFD0: Record<string, string>; IFD2: Record<string, string> }

/** Reads the part of an EXIF block, or of a whole TIFF file, that can be kept; empty where it is damaged. */
export function safeMetadata(exif: Buffer): SafeMetadata {
  const block = exifStructure(exif)
  const first = exifDirectory(exif)
  const exposure = first.find(({ tag }) => tag === EXIF_DIRECTORY)?.values[0]
  return {
    IFD0: kept(first, KEPT.IFD0),
    IFD2: exposure === undefined ? {} : kept(readDirectory(block, exposure), KEPT.IFD2),
  }
}

function kept(
  entries: readonly DirectoryEntry[],
  names: Readonly<Record<number, readonly [string, Kind]>>,
): Record<string, string> {
  const found = entries.flatMap((entry): [string, string][] => {
    const [name, kind] = names[entry.tag] ?? []
    const value = kind && readValue(entry, kind)
    return name && value ? [[name, value]] : []
  })
  return Object.fromEntries(found)
}

function readValue(
  { values: [first, second], text }: DirectoryEntry,
  kind: Kind,
): string | undefined {
  if (kind === 'text')
    return text
      ?.replaceAll(/[^\x20-\x7e]/g, '')
      .slice(0, MAX_TEXT)
      .trim()
  if (first === undefined) return undefined
  // These tags hold 16 bits; a damaged file may declare more.
  if (kind === 'whole') return first <= 0xffff ? String(first) : undefined
  return second ? `${first}/${second}` : undefined
}
