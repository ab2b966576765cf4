import { open, readFile, stat } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import type { PictureFormat } from '../../catalog/feature.ts'
import { type SafeMetadata, safeMetadata } from '../../metadata/exif/safe-metadata.ts'
import { writeTiffExif } from '../../metadata/exif/write-tiff-exif.ts'
import { readJpegQuality } from '../../metadata/jpeg/jpeg-quality.ts'
import { uprightResolution } from '../../metadata/resolution/resolution.ts'
import { setResolution } from '../../metadata/resolution/set-resolution.ts'
import { JPEG_OPTIONS } from '../media/encode-jpeg.ts'
import type { Source, SourceFormat } from '../prepare/open-source.ts'
import type { ScratchFile } from './scratch-file.ts'

export type RestoredFormat = PictureFormat | 'tiff' | 'webp'

/** Whether the result keeps the camera and the date of its source, or no metadata at all. */
export type MetadataChoice = 'none' | 'keep-safe'

/** Bytes of a JPEG that its tables are among, behind profiles, thumbnails and maker's notes. */
const JPEG_HEAD_BYTES = 1_000_000

/** Bytes of a WebP that tell how its pixels are coded (RFC 9649), and the chunk of those that lose nothing. */
const WEBP_HEAD_BYTES = 65_536
const WEBP_LOSSLESS = 'VP8L'

/**
 * Encodes a scratch file with the profile, orientation and resolution of its source. PNG, TIFF and lossless WebP have
 * the very values; a JPEG is compressed no more coarsely than its source, without chroma subsampling. Formats that are
 * not written (HEIC, and AVIF, whose encoder takes minutes) become JPEG of quality 95.
 * @returns the format and the bytes of the file
 */
export async function writeRestored(
  scratch: ScratchFile,
  source: Source,
  into: string,
  {
    metadata,
    format = restoredFormat(source.format),
  }: { metadata: MetadataChoice; format?: RestoredFormat | undefined },
): Promise<{ format: RestoredFormat; bytes: number }> {
  const deep = source.bitDepth === 16 && format !== 'jpeg' && format !== 'webp'
  const space = source.grey ? (deep ? 'grey16' : 'b-w') : deep ? 'rgb16' : 'srgb'
  const image = sharp(scratch.path, {
    ignoreIcc: true,
    limitInputPixels: false,
    sequentialRead: true,
  })
  const flat = format === 'jpeg' && source.alpha ? image.flatten({ background: 'white' }) : image
  const safe = metadata === 'keep-safe' ? await metadataOf(source) : undefined
  const stored = flat.toColourspace(space)
  const coloured = source.inks ? stored.withIccProfile('srgb') : stored.keepIccProfile()
  const tagged = withMetadata(coloured, source, safe)
  await (await encoded(tagged, source, format)).toFile(into)
  if (safe && format === 'tiff') await writeTiffExif(into, safe)
  // As the pixels lie.
  await setResolution(into, format, uprightResolution(source.resolution, source.orientation))
  return { format, bytes: (await stat(into)).size }
}

/** The format that a result of a source has. */
function restoredFormat(format: SourceFormat): RestoredFormat {
  return format === 'png' || format === 'tiff' || format === 'webp' ? format : 'jpeg'
}

async function encoded(image: Sharp, source: Source, format: RestoredFormat): Promise<Sharp> {
  if (format === 'png') return image.png({ compressionLevel: 6 })
  if (format === 'tiff') return image.tiff({ compression: 'deflate', predictor: 'horizontal' })
  if (format === 'webp') {
    const head = await readHead(source.path, WEBP_HEAD_BYTES)
    const lossless = source.format === 'webp' && head.includes(WEBP_LOSSLESS, 12, 'latin1')
    return image.webp(lossless ? { lossless, exact: true } : { quality: 95, smartSubsample: true })
  }
  const own =
    source.format === 'jpeg'
      ? readJpegQuality(await readHead(source.path, JPEG_HEAD_BYTES)).quality
      : 0
  return image.jpeg({ ...JPEG_OPTIONS, quality: Math.max(JPEG_OPTIONS.quality, own) })
}

/** libvips reads no EXIF from a TIFF, whose directories are those of an EXIF block. */
async function metadataOf({ format, path, exif }: Source): Promise<SafeMetadata | undefined> {
  if (format === 'tiff') return safeMetadata(await readFile(path))
  return exif && safeMetadata(exif)
}

/** Sets the orientation, and the metadata to keep. libvips writes no EXIF to a TIFF. */
function withMetadata(
  image: Sharp,
  { orientation }: Source,
  safe: SafeMetadata | undefined,
): Sharp {
  if (orientation === 1 && !safe) return image
  const kept = safe ? image.keepExif().withExif(safe) : image.keepExif()
  // sharp sets an orientation only in `withMetadata`, which also converts every pixel to sRGB.
  const { options } = kept as unknown as { options: { withMetadataOrientation: number } }
  options.withMetadataOrientation = orientation
  return kept
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
