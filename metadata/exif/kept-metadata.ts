import type { DirectoryEntry } from '../tiff/tiff-directory.ts'
import { readDirectory } from '../tiff/tiff-directory.ts'
import { encodedValue, type Tag } from '../tiff/tiff-tags.ts'
import { exifDirectory, exifStructure } from './exif-directory.ts'

/**
 * What of a source's metadata its result keeps: nothing; who made it, what it is of, which camera, when and how; or
 * everything, place and serial numbers included.
 */
export type MetadataChoice = 'none' | 'keep-safe' | 'keep'

/** The tags of the directories that lead to others. */
export const EXIF_DIRECTORY = 34_665
export const PLACE_DIRECTORY = 34_853

/** What is kept, by the directory it stands in: that of the picture, that of the exposure, that of the place. */
export type KeptMetadata = {
  picture: readonly Tag[]
  exposure: readonly Tag[]
  place: readonly Tag[]
}

/** The longest name, and the longest description, in bytes of UTF-8. */
const NAME = 64
const DESCRIPTION = 2_000

/**
 * What is safe to keep (CIPA DC-008), with the longest text where it is one: what the picture is of, who made it and
 * whose it is, which camera, when, and how it was exposed. Everything else may tell where, or who besides: place,
 * serial numbers, the camera's owner, comments, thumbnails, makers' notes.
 */
const SAFE: Readonly<Record<'picture' | 'exposure', Readonly<Record<number, number | undefined>>>> =
  {
    picture: {
      270: DESCRIPTION,
      271: NAME,
      272: NAME,
      306: NAME,
      315: DESCRIPTION,
      33432: DESCRIPTION,
    },
    exposure: {
      33434: 0,
      33437: 0,
      34855: 0,
      36867: NAME,
      36868: NAME,
      36880: NAME,
      36881: NAME,
      37386: 0,
      41989: 0,
      42036: NAME,
    },
  }

/**
 * What no result takes from its source, because it is about the source's pixels or has places of that file in it: the
 * layout of a TIFF and of a thumbnail, size, orientation, resolution, colour space, previews, makers' notes,
 * directories that hang on others, and packets of other kinds of metadata.
 */
const OF_THE_FILE: readonly (readonly [from: number, to: number])[] = [
  [254, 269],
  [273, 284],
  [290, 301],
  [317, 347],
  [512, 532],
  [700, 700],
  [33_723, 33_723],
  [34_377, 34_377],
  [34_665, 34_665],
  [34_675, 34_675],
  [34_853, 34_853],
  [37_500, 37_500],
  [37_724, 37_724],
  [40_960, 40_965],
  [50_341, 50_341],
]

/** Reads the part of an EXIF block, or of a whole TIFF file, that is kept; nothing where it is damaged. */
export function keptMetadata(exif: Buffer, choice: MetadataChoice): KeptMetadata {
  const block = exifStructure(exif)
  const first = choice === 'none' ? [] : exifDirectory(exif)
  const under = (tag: number): DirectoryEntry[] => {
    const at = first.find((entry) => entry.tag === tag)?.values[0]
    return at === undefined ? [] : readDirectory(block, at)
  }
  if (choice === 'keep') {
    const all = (entries: readonly DirectoryEntry[]): Tag[] => entries.flatMap(asItIs)
    return {
      picture: all(first),
      exposure: all(under(EXIF_DIRECTORY)),
      place: all(under(PLACE_DIRECTORY)),
    }
  }
  return {
    picture: safe(first, SAFE.picture),
    exposure: safe(under(EXIF_DIRECTORY), SAFE.exposure),
    place: [],
  }
}

/** Whether anything is kept. */
export function isAnyKept({ picture, exposure, place }: KeptMetadata): boolean {
  return picture.length + exposure.length + place.length > 0
}

function asItIs({ tag, type, count, bytes }: DirectoryEntry): Tag[] {
  return OF_THE_FILE.some(([from, to]) => tag >= from && tag <= to)
    ? []
    : [{ tag, type, count, value: bytes }]
}

function safe(
  entries: readonly DirectoryEntry[],
  lengths: Readonly<Record<number, number | undefined>>,
): Tag[] {
  return entries.flatMap((entry): Tag[] => {
    const { tag, text, values } = entry
    const most = lengths[tag]
    if (most === undefined) return []
    if (most > 0) {
      const clean = text && cleaned(text, most)
      return clean ? [{ tag, ...encodedValue(clean, 'text') }] : []
    }
    const [first, second] = values
    if (first === undefined) return []
    // A damaged file may declare what is no number: a fraction of nothing, more than 16 bits.
    if (entry.type === FRACTION) return second ? asItIs(entry) : []
    return first <= 0xffff ? [{ tag, ...encodedValue(String(first), 'whole') }] : []
  })
}

const FRACTION = 5

/** A text without control characters, of at most so many bytes. */
function cleaned(text: string, most: number): string {
  const plain = text.replaceAll(/\p{C}/gu, '').trim()
  let short = plain
  while (Buffer.byteLength(short) > most) short = [...short].slice(0, -1).join('')
  return short
}
