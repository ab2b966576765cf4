import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { Fault } from '../../catalog/fault.ts'
import type { Preparation } from '../../catalog/preparation.ts'
import { embedProfile } from '../../metadata/icc/embed-profile.ts'
import { nameRawFormat } from '../../metadata/tiff/name-raw-format.ts'
import { readTiffPages, type TiffPage } from '../../metadata/tiff/read-tiff-pages.ts'
import { decodingFault } from '../media/decoding-fault.ts'
import { decodeHeic } from '../media/heic/decode-heic.ts'
import { sniffFormat } from '../media/sniff-format.ts'
import { srgbProfile } from '../media/srgb-profile.ts'
import { withinMemory } from '../media/within-memory.ts'
import { chooseTiffPage } from './choose-tiff-page.ts'
import { developLab, isLab, relabelAsRgb } from './develop-lab.ts'
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
  profile: Buffer | undefined
  exif: Buffer | undefined
  /** The page of a TIFF that is its picture, where that is not the first. */
  page?: PageOptions
}

/** How sharp is told which picture of a file is read. */
export type PageOptions = { page: number; tiff?: { subifd: number } }

/**
 * Opens an untrusted file of any format that a camera or phone makes, in the order of what checks cost: size in bytes,
 * format by signature, header. A HEIC file is decoded here, because sharp has no decoder for it.
 * @param folder where the pixels of a HEIC file and of a TIFF in CIELAB go
 * @throws Fault `empty`, `bytes`, `unsupported`, `unreadable` or `large`; the message names the format or the limit
 */
export async function openSource(path: string, folder: string): Promise<Source> {
  const { size: bytes } = await stat(path)
  if (bytes === 0) throw new Fault('empty', 'The source file holds no bytes.')
  if (bytes > MAX_SOURCE_BYTES) {
    throw new Fault(
      'bytes',
      `The file has ${bytes} bytes; at most ${MAX_SOURCE_BYTES} can be read.`,
    )
  }
  const { format, pages } = await requireReadableFormat(path)
  const page = chooseTiffPage(pages)
  if (page && isLab(page)) {
    const relabelled = join(folder, 'relabelled.tif')
    await relabelAsRgb(path, page, relabelled)
    const source = await describe(relabelled, format, bytes, page)
    return await developTiff(source, page, join(folder, 'developed.v'))
  }
  const source = await describe(path, format, bytes, page)
  return format === 'heic' ? await developHeic(source, join(folder, 'developed.png')) : source
}

/** What a file's header says; throws Fault `unsupported`, `unreadable` or `large`. */
async function describe(
  path: string,
  format: SourceFormat,
  bytes: number,
  page: TiffPage | undefined,
): Promise<Source> {
  const chosen = page && pageOptions(page)
  const header = await readMetadata(path, format, chosen)
  const { width, height } = header.autoOrient
  if (width * height > MAX_SOURCE_PIXELS) {
    throw new Fault(
      'large',
      `The picture is ${width} × ${height} pixels; ${MAX_SOURCE_PIXELS} in all can be read.`,
    )
  }
  return {
    path,
    format,
    width,
    height,
    bytes,
    bitDepth: header.depth === 'uchar' ? 8 : 16,
    orientation: header.orientation ?? 1,
    alpha: header.hasAlpha,
    grey: header.channels < 3,
    profile: header.icc,
    exif: header.exif,
    ...(chosen && { page: chosen }),
  }
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
  return { ...developed, path: into, profile: await srgbProfile() }
}

/**
 * Decodes a HEIC file into a PNG that sharp reads. The file's own rotation (`irot`) is applied; the EXIF orientation
 * beside it only repeats it (ISO/IEC 23008-12) and is passed over.
 */
async function developHeic(source: Source, into: string): Promise<Source> {
  await withinMemory(source.path, async () => {
    const { width, height, data } = await decodeHeic(source.path, source)
    const raw = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false })
    const file = await (source.alpha ? raw : raw.removeAlpha())
      .png({ compressionLevel: 0 })
      .toBuffer()
    await writeFile(into, source.profile ? embedProfile(file, 'png', source.profile) : file)
  })
  return { ...source, path: into, bitDepth: 8, orientation: 1, grey: false }
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

/** A source read by sharp, row by row where its format allows that, with limits on pixels, channels, pages and time. */
export function decodeSource(
  { path, bitDepth, page }: Source,
  options: { ignoreIcc?: boolean; failOn?: 'warning' | 'truncated' } = {},
): Sharp {
  const image = sharp(path, {
    failOn: 'truncated',
    ...options,
    limitInputPixels: MAX_SOURCE_PIXELS,
    limitInputChannels: 5,
    unlimited: false,
    pages: 1,
    ...page,
    sequentialRead: true,
  }).timeout({ seconds: TIMEOUT_SECONDS })
  // Without it, pictures of 16 bits a channel keep the values of their own colour profile.
  return bitDepth === 16 && !options.ignoreIcc ? image.pipelineColourspace('rgb16') : image
}

/** What a preparation says of its source. */
export function describeSource(source: Source): Preparation['source'] {
  const { format, width, height, bytes, bitDepth, orientation, alpha } = source
  const profile = source.profile ? profileName(source.profile) : null
  return { format, width, height, bytes, bitDepth, orientation, profile, alpha }
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
      `The file is a camera's raw file (${raw}); develop it to JPEG, TIFF or HEIC first.`,
    )
  }
  const known = READABLE.find((format) => format === found)
  if (known) return { format: known, pages }
  const what = found ? `The file is ${found.toUpperCase()}` : 'The file is no known kind of picture'
  throw new Fault('unsupported', `${what}; JPEG, PNG, WebP, AVIF, HEIC and TIFF can be read.`)
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

async function readMetadata(
  path: string,
  format: SourceFormat,
  page: PageOptions | undefined,
): Promise<Metadata> {
  const name = format.toUpperCase()
  const header = await sharp(path, { ...page, limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new Fault('unreadable', `The ${name} header is damaged.`, { cause })
    })
  if (header.space === 'cmyk' || header.channels > 4) {
    throw new Fault('unsupported', `The file is a CMYK ${name}, for print; save it as RGB first.`)
  }
  if (header.depth !== 'uchar' && header.depth !== 'ushort') {
    throw new Fault(
      'unsupported',
      `The file is a ${name} of ${header.depth} values; 8 and 16 bits can be read.`,
    )
  }
  // Further pages of a TIFF are previews and masks that cameras and editors add.
  if ((header.pages ?? 1) > 1 && format !== 'tiff') {
    throw new Fault('unreadable', 'The file is an animation; one still picture is accepted.')
  }
  return header
}
