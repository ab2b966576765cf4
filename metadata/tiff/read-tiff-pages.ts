import { type FileHandle, open } from 'node:fs/promises'
import { RESOLUTION_TAGS, type Resolution, resolutionByUnit, UNIT } from './resolution.ts'

/** What a directory of a TIFF says of its picture. */
export type TiffPage = {
  /** Its place in the chain of directories. */
  page: number
  /** Its place among the directories that hang on that one (tag 330). */
  subifd?: number
  width: number
  height: number
  /** Tag 254, which says by its bits whether it is a smaller copy of another (0) or a mask (2). */
  subfile: number
  compression: number
  /** How colours are coded, tag 262; undefined where it is not said. */
  photometric: number | undefined
  /** Where the value of tag 262 stands in the file, and whether low bytes come first. */
  photometricAt: number
  little: boolean
  resolution: Resolution | undefined
}

/** Tags of a directory (TIFF 6.0; 330: Adobe PageMaker 6.0 TIFF Technical Notes). */
const TAG = {
  subfile: 254,
  width: 256,
  height: 257,
  compression: 259,
  photometric: 262,
  subDirectories: 330,
} as const

/** Bytes of a value by its type, of whole numbers: SHORT, LONG, IFD, and those of BigTIFF, LONG8 and IFD8. */
const WHOLE: Readonly<Record<number, number>> = { 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 }

/** The type of a fraction, and bytes of it: two whole numbers, to which an entry points in any but a BigTIFF. */
const FRACTION = { type: 5, bytes: 8 } as const

/** The most directories, entries of one and directories that hang on one: hostile files go in circles. */
const MOST = { directories: 1_000, entries: 512, hanging: 32 } as const

/** How the file counts: 32-bit offsets, or 64-bit ones in a BigTIFF (libtiff's design document). */
type Layout = { little: boolean; count: number; entry: number; offset: number }

/**
 * The directories of a TIFF or BigTIFF in their order, those that hang on one behind it; no pixel is read. What is
 * damaged ends the list.
 */
export async function readTiffPages(path: string): Promise<TiffPage[]> {
  const file = await open(path)
  try {
    const header = await read(file, 0, 16)
    const order = header.toString('latin1', 0, 2)
    if (header.length < 8 || (order !== 'II' && order !== 'MM')) return []
    const little = order === 'II'
    const isBig = number(header, 2, 2, little) === 43
    const layout = isBig
      ? { little, count: 8, entry: 20, offset: 8 }
      : { little, count: 2, entry: 12, offset: 4 }
    const pages: TiffPage[] = []
    let at = number(header, isBig ? 8 : 4, layout.offset, little)
    for (const seen = new Set<number>(); at > 0 && !seen.has(at); ) {
      seen.add(at)
      if (seen.size > MOST.directories) break
      const found = await readPage(file, at, layout)
      if (!found) break
      const page = seen.size - 1
      pages.push({ ...found.page, page })
      for (const [subifd, place] of found.hanging.entries()) {
        const under = await readPage(file, place, layout)
        if (under) pages.push({ ...under.page, page, subifd })
      }
      at = found.next
    }
    return pages
  } finally {
    await file.close()
  }
}

async function readPage(
  file: FileHandle,
  at: number,
  { little, count, entry, offset }: Layout,
): Promise<{ page: Omit<TiffPage, 'page'>; hanging: number[]; next: number } | undefined> {
  const head = await read(file, at, count)
  if (head.length < count) return undefined
  const entries = number(head, 0, count, little)
  if (entries === 0 || entries > MOST.entries) return undefined
  const body = await read(file, at + count, entries * entry + offset)
  if (body.length < entries * entry + offset) return undefined
  const values = new Map<number, { value: number; at: number; size: number; length: number }>()
  const fractions = new Map<number, number>()
  for (let from = 0; from < entries * entry; from += entry) {
    if (number(body, from + 2, 2, little) === FRACTION.type) {
      const inside = at + count + from + 4 + offset
      const place =
        offset < FRACTION.bytes ? number(body, from + 4 + offset, offset, little) : inside
      fractions.set(number(body, from, 2, little), place)
    }
    const size = WHOLE[number(body, from + 2, 2, little)]
    if (size === undefined) continue
    const length = number(body, from + 4, offset, little)
    const inside = size * length <= offset ? size : offset
    const value = number(body, from + 4 + offset, inside, little)
    const place = at + count + from + 4 + offset
    values.set(number(body, from, 2, little), { value, at: place, size, length })
  }
  const of = (tag: number): number | undefined => values.get(tag)?.value
  const under = values.get(TAG.subDirectories)
  const page = {
    width: of(TAG.width) ?? 0,
    height: of(TAG.height) ?? 0,
    subfile: of(TAG.subfile) ?? 0,
    compression: of(TAG.compression) ?? 1,
    photometric: of(TAG.photometric),
    photometricAt: values.get(TAG.photometric)?.at ?? 0,
    little,
    resolution: await readStated(file, fractions, of(UNIT.tag) ?? UNIT.inch, little),
  }
  const hanging = under ? await readOffsets(file, under, little, offset) : []
  return { page, hanging, next: number(body, entries * entry, offset, little) }
}

/** The resolution by the places of fractions and the unit that it is stated in. */
async function readStated(
  file: FileHandle,
  fractions: ReadonlyMap<number, number>,
  unit: number,
  little: boolean,
): Promise<Resolution | undefined> {
  const [across, down] = [RESOLUTION_TAGS.x, RESOLUTION_TAGS.y].map((tag) => fractions.get(tag))
  if (across === undefined || down === undefined) return undefined
  const [x, y] = await Promise.all(
    [across, down].map(async (at) => {
      const bytes = await read(file, at, FRACTION.bytes)
      if (bytes.length < FRACTION.bytes) return 0
      return number(bytes, 0, 4, little) / number(bytes, 4, 4, little)
    }),
  )
  return resolutionByUnit(x!, y!, unit)
}

/** The places of the directories that hang on one: in the entry itself, or where it points to. */
async function readOffsets(
  file: FileHandle,
  { value, size, length }: { value: number; size: number; length: number },
  little: boolean,
  room: number,
): Promise<number[]> {
  if (size * length <= room) return [value]
  const many = Math.min(length, MOST.hanging)
  const bytes = await read(file, value, size * many)
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, n) =>
    number(bytes, size * n, size, little),
  )
}

function number(bytes: Buffer, at: number, size: number, little: boolean): number {
  if (size === 8) return Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
  return little ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size)
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(position)) return Buffer.alloc(0)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
