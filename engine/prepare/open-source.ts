import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { Fault } from '../../catalog/fault.ts'
import type { Preparation } from '../../catalog/preparation.ts'
import { exifOrientation } from '../../metadata/exif/exif-orientation.ts'
import { type HeifPicture, readHeif } from '../../metadata/heif/read-heif.ts'
import { colourOfPoints, type StatedColours } from '../../metadata/icc/code-points.ts'
import { embedProfile } from '../../metadata/icc/embed-profile.ts'
import { replacePngColours } from '../../metadata/png/replace-png-colours.ts'
import { exifResolution } from '../../metadata/resolution/exif-resolution.ts'
import { readResolution } from '../../metadata/resolution/read-resolution.ts'
import { type Resolution, uprightResolution } from '../../metadata/resolution/resolution.ts'
import { nameRawFormat } from '../../metadata/tiff/name-raw-format.ts'
import { readTiffPages, type TiffPage } from '../../metadata/tiff/read-tiff-pages.ts'
import { mendWebp, saidBytes } from '../../metadata/webp/mend-webp.ts'
import { type CheckedFile, checkFile, type Strictness } from '../media/check-file.ts'
import { decodingFault } from '../media/decoding-fault.ts'
import { decodeHeic } from '../media/heic/decode-heic.ts'
import { describeFile, sniffFormat } from '../media/sniff-format.ts'
import { srgbProfile } from '../media/srgb-profile.ts'
import { requireStandardRange, statedInPng } from '../media/stated-colours.ts'
import { withinMemory } from '../media/within-memory.ts'
import { inWorkingColours, isInInks } from '../media/working-colours.ts'
import { chooseTiffPage } from './choose-tiff-page.ts'
import { developLab, isLab, relabelAsRgb } from './develop-lab.ts'
import { storedSize } from './orientation.ts'
import { profileName } from './profile-name.ts'

/** The most pixels and bytes of a source. No camera in the hand makes more. */
const MAX_SOURCE_PIXELS = 120_000_000
const MAX_SOURCE_BYTES = 200_000_000

/** The most seconds for one pass over a source: some fifteen times what the slowest format takes at the pixel limit. */
const TIMEOUT_SECONDS = 120

/** Bytes of a file's head that its format is told by: the directory of a raw file lies among them. */
const HEAD_BYTES = 262_144

/** What can be read, by the first bytes of a file. */
const READABLE = ['jpeg', 'png', 'webp', 'avif', 'tiff', 'heic'] as const

const ANIMATION = 'The file is an animation; one still picture is accepted.'

export type SourceFormat = (typeof READABLE)[number]

/** A source file of any format that can be read. No pixel is decoded yet. */
export type Source = {
  /** The file that {@link decodeSource} reads. */
  path: string
  format: SourceFormat
  /** Pixels of the upright picture. */
  width: number
  height: number
  bytes: number
  bitDepth: 8 | 16
  /** The EXIF orientation, 1–8. */
  orientation: number
  alpha: boolean
  grey: boolean
  /** How the pixels are stored: a profile, or sRGB without one. That of inks is none to write a result in. */
  profile: Buffer | undefined
  /** Whether they are stored as inks (CMYK, YCCK); the rest is then said of what they are converted to, sRGB. */
  inks: boolean
  /** The name of the profile that the file came with, or of one that says what it states otherwise. */
  profileName: string | null
  exif: Buffer | undefined
  /** Which of the pictures in the file is meant, where that is not the first. */
  page?: PageOptions
  /** As the file states it; undefined where it states none. */
  resolution: Resolution | undefined
  /** Whether a gain map beside it makes it a picture of high dynamic range. It is passed over. */
  gainMap: boolean
  /** All decoding goes through it. */
  check: CheckedFile
}

/** How sharp is told which picture of a file is read. */
export type PageOptions = { page: number; tiff?: { subifd: number } }

/**
 * Opens an untrusted file of any format that a camera or phone makes, in the order of what checks cost: size in bytes,
 * format by signature, header. A HEIC file is decoded here, because sharp has no decoder for it.
 * @param folder where the pixels of a HEIC file and of a TIFF in CIELAB go
 * @throws Fault `empty`, `bytes`, `unsupported`, `unreadable` or `large`; the message names the format or the limit
 */
export async function openSource(given: string, folder: string): Promise<Source> {
  const { size: bytes } = await stat(given)
  if (bytes === 0) throw new Fault('empty', 'The source file holds no bytes.')
  if (bytes > MAX_SOURCE_BYTES) {
    throw new Fault(
      'bytes',
      `The file has ${bytes} bytes; at most ${MAX_SOURCE_BYTES} can be read.`,
    )
  }
  const { format: sniffed, pages } = await requireReadableFormat(given)
  const path = sniffed === 'webp' ? await wholeWebp(given, folder) : given
  if (sniffed === 'heic' || sniffed === 'avif') return await openHeif(path, sniffed, bytes, folder)
  const tiff = chooseTiffPage(pages)
  if (tiff && isLab(tiff)) {
    const relabelled = join(folder, 'relabelled.tif')
    await relabelAsRgb(path, tiff, relabelled)
    const chosen = pageOptions(tiff)
    const header = await readMetadata(relabelled, sniffed, chosen)
    const source = describe(relabelled, sniffed, bytes, header, chosen)
    return await developTiff(resolved(source, tiff.resolution), tiff, join(folder, 'developed.v'))
  }
  const page = tiff && pageOptions(tiff)
  const header = await readMetadata(path, sniffed, page)
  const stated = tiff?.resolution ?? (await readResolution(createReadStream(path)))
  const source = resolved(describe(path, sniffed, bytes, header, page), stated)
  if (sniffed !== 'png') return source
  return await withStated(source, await statedInPng(createReadStream(path)), folder)
}

/**
 * The path of a WebP that is as long as it says: a copy, where only what stands behind the pixels is cut off.
 * @throws Fault `unreadable` where pixels are
 */
async function wholeWebp(path: string, folder: string): Promise<string> {
  const { size } = await stat(path)
  const said = saidBytes(await readHead(path))
  if (size >= said) return path
  const mended = mendWebp(await readFile(path))
  if (!mended) {
    throw new Fault('unreadable', `The WebP is cut off: ${size} of ${said} bytes are there.`)
  }
  const into = join(folder, 'mended.webp')
  await writeFile(into, mended)
  return into
}

/** Opens a HEIC or AVIF file: of its pictures the primary one. */
async function openHeif(
  path: string,
  sniffed: 'heic' | 'avif',
  bytes: number,
  folder: string,
): Promise<Source> {
  const heif = await readHeif(path)
  const format = heif?.coding ?? sniffed
  if (heif?.isSequence) throw new Fault('unreadable', ANIMATION)
  const still = heif ? await withoutSequence(path, heif, folder) : path
  const first = await readMetadata(still, format)
  const primary = heif && first.pagePrimary ? { page: first.pagePrimary } : undefined
  const header = primary ? await readMetadata(still, format, primary) : first
  const orientation = turnOf(header, heif)
  const source = {
    ...describe(still, format, bytes, { ...header, orientation }, primary),
    gainMap: heif?.hasGainMap ?? false,
  }
  const stated = heif?.points && colourOfPoints(heif.points, source.grey)
  requireStandardRange(stated, 'unsupported')
  // Beside a profile, code points say how the codec made light and colour apart (ISO/IEC 23008-12, 6.5.5).
  const counts = source.profile ? undefined : stated
  if (format === 'heic') {
    return await developHeic(withProfile(source, counts), join(folder, 'developed.png'))
  }
  return counts === 'srgb' ? source : await withStated(source, counts, folder)
}

/** What a file's header says; throws Fault `large`. */
function describe(
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
function resolved(source: Source, stated: Resolution | undefined): Source {
  const resolution = uprightResolution(stated, source.orientation) ?? source.resolution
  return { ...source, resolution }
}

/** Only of another page than the first: sharp is told nothing where there is nothing to tell. */
function pageOptions({ page, subifd }: TiffPage): PageOptions | undefined {
  if (subifd !== undefined) return { page, tiff: { subifd } }
  return page === 0 ? undefined : { page }
}

/** Decodes a TIFF in CIELAB into pixels of sRGB, which its result has too. */
async function developTiff(source: Source, page: TiffPage, into: string): Promise<Source> {
  const { alpha, bitDepth } = source
  const how = { deep: bitDepth === 16, alpha, limit: MAX_SOURCE_PIXELS }
  await withinMemory(
    source.path,
    () => developLab(source.path, page, how, into),
    source.page,
  ).catch((cause: unknown) => {
    throw decodingFault(cause, 'The picture is damaged or cut off.')
  })
  const { page: _, ...developed } = source
  return withProfile({ ...developed, path: into }, { profile: await srgbProfile() })
}

/**
 * A copy of a still without brands of sequences, by which libheif looks for a track and refuses the file where there is
 * none; the file itself where it has none of them.
 */
async function withoutSequence(
  path: string,
  { sequenceBrands }: HeifPicture,
  folder: string,
): Promise<string> {
  if (sequenceBrands.length === 0) return path
  const copy = join(folder, 'still.heif')
  await copyFile(path, copy)
  const file = await open(copy, 'r+')
  try {
    for (const at of sequenceBrands) await file.write('mif1', at, 'latin1')
  } finally {
    await file.close()
  }
  return copy
}

/**
 * How a picture is to be turned, as EXIF numbers it. Beside the rotation of a HEIC or AVIF file (`irot`, `imir`) the
 * EXIF orientation only repeats it (ISO/IEC 23008-12) and is passed over; some phones write it alone.
 */
function turnOf({ exif }: Metadata, heif: HeifPicture | undefined): number {
  const own = (!heif?.isTurned && exif && exifOrientation(exif)) || 1
  return own <= 8 ? own : 1
}

/** A source under the profile that says what its file states otherwise. */
function withProfile(source: Source, stated: StatedColours | undefined): Source {
  if (stated === undefined) return source
  const profile = typeof stated === 'object' ? stated.profile : undefined
  return { ...source, profile, profileName: profile ? profileName(profile) : null }
}

/** Decodes a HEIC file into a PNG that sharp reads. */
async function developHeic(source: Source, into: string): Promise<Source> {
  await withinMemory(
    source.path,
    async () => {
      const stored = storedSize(source, source.orientation)
      const { width, height, data } = await decodeHeic(source.path, stored)
      const raw = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false })
      const file = await (source.alpha ? raw : raw.removeAlpha())
        .png({ compressionLevel: 0 })
        .toBuffer()
      await writeFile(into, source.profile ? embedProfile(file, 'png', source.profile) : file)
    },
    source.page,
  )
  const { page: _, ...developed } = source
  return { ...developed, path: into, bitDepth: 8, grey: false }
}

/**
 * Gives a file the profile that says what it states otherwise, or none where that is sRGB; an AVIF becomes a PNG for
 * it.
 * @throws Fault `unsupported` for high dynamic range
 */
async function withStated(
  source: Source,
  stated: StatedColours | undefined,
  folder: string,
): Promise<Source> {
  requireStandardRange(stated, 'unsupported')
  if (stated === undefined) return source
  const { page, ...own } = withProfile(source, stated)
  const into = join(folder, 'stated.png')
  const isPng = source.format === 'png'
  const path = isPng ? source.path : join(folder, 'developed.png')
  if (!isPng) {
    await source.check.decode((failOn) =>
      withinMemory(
        source.path,
        () => decodeStored(source, failOn).png({ compressionLevel: 0 }).toFile(path),
        page,
      ),
    )
  }
  await pipeline(replacePngColours(createReadStream(path), own.profile), createWriteStream(into))
  if (!isPng) await rm(path)
  return { ...own, path: into }
}

/** Opens a source for some work, with a folder for its pixels that is removed afterwards. Throws like both. */
export async function withSource<T>(
  path: string,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'prepare-'))
  try {
    return await work(await openSource(path, folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

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

/** What a preparation says of its source. */
export function describeSource(source: Source): Preparation['source'] {
  const { format, width, height, bytes, bitDepth, orientation, alpha } = source
  const { profileName: profile, gainMap } = source
  const note = source.check.note()
  const facts = { format, width, height, bytes, bitDepth, orientation, profile, alpha }
  return { ...facts, ...(gainMap && { gainMap }), ...(note && { note }) }
}

/** The format by a file's first bytes, and the pages where it is a TIFF. */
async function requireReadableFormat(
  path: string,
): Promise<{ format: SourceFormat; pages: TiffPage[] }> {
  const head = await readHead(path)
  const found = sniffFormat(head)
  const pages = found === 'tiff' ? await readTiffPages(path) : []
  const raw = nameRawFormat(head, pages)
  if (raw) {
    throw new Fault(
      'unsupported',
      `The file is a camera’s raw file (${raw}); develop it to JPEG, TIFF or HEIC first.`,
    )
  }
  const known = READABLE.find((format) => format === found)
  if (known) return { format: known, pages }
  throw new Fault(
    'unsupported',
    `${describeFile(head, 'picture')}; JPEG, PNG, WebP, AVIF, HEIC and TIFF can be read.`,
  )
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The header of a picture in a file; throws Fault `unsupported` or `unreadable`. */
async function readMetadata(
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
