import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import sharp, { type Sharp } from 'sharp'
import type { PictureFormat } from '../../catalog/features/feature.ts'
import { embedMetadata } from '../../metadata/exif/embed-metadata.ts'
import {
  isAnyKept,
  type KeptMetadata,
  keptMetadata,
  type MetadataChoice,
} from '../../metadata/exif/kept-metadata.ts'
import { writeTiffExif } from '../../metadata/exif/write-tiff-exif.ts'
import { readJpegQuality } from '../../metadata/jpeg/jpeg-quality.ts'
import { setResolution } from '../../metadata/resolution/set-resolution.ts'
import { RESOLUTION_TAGS, type Resolution, UNIT } from '../../metadata/tiff/resolution.ts'
import { encodedValue } from '../../metadata/tiff/tiff-tags.ts'
import { JPEG_OPTIONS } from '../media/encode-jpeg.ts'
import type { Source, SourceFormat } from '../prepare/source/source.ts'
import type { ScratchFile } from './scratch-file.ts'
import { writeWebp } from './write-webp.ts'

export type RestoredFormat = PictureFormat | 'tiff' | 'webp'

/** Bytes of a JPEG that its tables are among, behind profiles, thumbnails and maker's notes. */
const JPEG_HEAD_BYTES = 1_000_000

/** The share of a picture up to which it is compressed as its source was. */
const MOST_AS_SOURCE = 0.5

/** The least quality of a JPEG, for what changed. */
const LEAST_QUALITY = 50

/** Degrees clockwise, and whether it is mirrored along the width, by orientation; sharp mirrors first. */
const TURNS: Readonly<Record<number, readonly [0 | 90 | 180 | 270, boolean]>> = {
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [270, true],
  6: [90, false],
  7: [90, true],
  8: [270, false],
}

/**
 * Encodes a scratch file upright, with the profile and resolution of its source. PNG, TIFF and lossless WebP have the
 * very values. A JPEG or another WebP is compressed as its source was where less than half of it changed, otherwise no
 * more coarsely, and a JPEG without chroma subsampling. Formats that are not written (HEIC, and AVIF, whose encoder
 * takes minutes) become JPEG of quality 95.
 * @param original the file as it was dropped
 * @param changedShare of the source's pixels, 0–1
 * @returns the format and the bytes of the file
 */
export async function writeRestored(
  scratch: ScratchFile,
  source: Source,
  into: string,
  {
    original,
    metadata,
    format = restoredFormat(source.format),
    changedShare,
  }: {
    original: string
    metadata: MetadataChoice
    format?: RestoredFormat | undefined
    changedShare: number
  },
): Promise<{ format: RestoredFormat; bytes: number }> {
  const deep = source.bitDepth === 16 && format !== 'jpeg' && format !== 'webp'
  const space = source.grey ? (deep ? 'grey16' : 'b-w') : deep ? 'rgb16' : 'srgb'
  const image = sharp(scratch.path, {
    ignoreIcc: true,
    limitInputPixels: false,
    // Turned pictures are read from all over.
    sequentialRead: source.orientation === 1,
  })
  const flat = format === 'jpeg' && source.alpha ? image.flatten({ background: 'white' }) : image
  const upright = uprighted(flat, source.orientation)
  if (format === 'tiff') clearOrientation(upright)
  const stored = upright.toColourspace(space)
  const coloured = source.inks ? stored.withIccProfile('srgb') : stored.keepIccProfile()
  if (format === 'webp') {
    const like = source.format === 'webp' ? source.path : undefined
    await writeWebp(coloured, into, { like, isAlike: changedShare <= MOST_AS_SOURCE })
  } else {
    await (await encoded(coloured, source, format, changedShare)).toFile(into)
  }
  const kept = await metadataOf(source, original, metadata)
  const written = format === 'webp' ? statingResolution(kept, source.resolution) : kept
  if (isAnyKept(written)) await writeMetadata(into, format, written)
  await setResolution(into, format, source.resolution)
  return { format, bytes: (await stat(into)).size }
}

/** The format that a result of a source has. */
function restoredFormat(format: SourceFormat): RestoredFormat {
  return format === 'png' || format === 'tiff' || format === 'webp' ? format : 'jpeg'
}

async function encoded(
  image: Sharp,
  source: Source,
  format: Exclude<RestoredFormat, 'webp'>,
  changedShare: number,
): Promise<Sharp> {
  // Filters take no more time and leave a third less.
  if (format === 'png') return image.png({ adaptiveFiltering: true })
  if (format === 'tiff') return image.tiff({ compression: 'deflate', predictor: 'horizontal' })
  if (source.format !== 'jpeg') return image.jpeg(JPEG_OPTIONS)
  const own = readJpegQuality(await readHead(source.path, JPEG_HEAD_BYTES))
  if (changedShare > MOST_AS_SOURCE) {
    return image.jpeg({ ...JPEG_OPTIONS, quality: Math.max(JPEG_OPTIONS.quality, own.quality) })
  }
  return image.jpeg({
    quality: Math.max(LEAST_QUALITY, own.nearest),
    chromaSubsampling: own.halved ? '4:2:0' : '4:4:4',
    progressive: own.progressive,
    optimiseCoding: own.optimised,
  })
}

/** Turns and mirrors what lies as a file of an orientation has it (CIPA DC-008, tag 274). */
function uprighted(image: Sharp, orientation: number): Sharp {
  if (orientation < 2 || orientation > 8) return image
  const [angle, isMirrored] = TURNS[orientation]!
  const turned = angle === 0 ? image : image.rotate(angle)
  return isMirrored ? turned.flop() : turned
}

/** libvips reads no EXIF from a TIFF, whose directories are those of an EXIF block. */
async function metadataOf(
  { format, exif }: Source,
  original: string,
  choice: MetadataChoice,
): Promise<KeptMetadata> {
  if (choice === 'none') return NOTHING
  const block = format === 'tiff' ? await readFile(original) : exif
  return block ? keptMetadata(block, choice) : NOTHING
}

const NOTHING: KeptMetadata = { picture: [], exposure: [], place: [] }

/** Metadata with the resolution, which a WebP has in its EXIF alone. */
function statingResolution(kept: KeptMetadata, resolution: Resolution | undefined): KeptMetadata {
  if (!resolution) return kept
  const hundredths = (value: number): string => `${Math.round(100 * value)}/100`
  const tags = [
    { tag: RESOLUTION_TAGS.x, ...encodedValue(hundredths(resolution.x), 'fraction') },
    { tag: RESOLUTION_TAGS.y, ...encodedValue(hundredths(resolution.y), 'fraction') },
    { tag: UNIT.tag, ...encodedValue(String(UNIT.inch), 'whole') },
  ]
  return { ...kept, picture: [...kept.picture, ...tags] }
}

/** Puts metadata into a finished file. */
async function writeMetadata(
  path: string,
  format: RestoredFormat,
  kept: KeptMetadata,
): Promise<void> {
  if (format === 'tiff') return await writeTiffExif(path, kept)
  const tagged = `${path}.tagged`
  await pipeline(embedMetadata(createReadStream(path), kept), createWriteStream(tagged))
  await rename(tagged, path)
}

/** libvips' own format has carried a source's orientation along, which a TIFF alone would get. */
function clearOrientation(image: Sharp): void {
  // sharp sets an orientation only in `withMetadata`, which also converts every pixel to sRGB.
  const { options } = image.keepExif() as unknown as {
    options: { withMetadataOrientation: number }
  }
  options.withMetadataOrientation = 1
}

async function readHead(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
