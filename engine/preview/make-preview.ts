import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { PictureFacts, PictureSize } from '../../catalog/console/pictures.ts'
import { TILED_PIXELS } from '../../catalog/console/pictures.ts'
import { sniffFormat } from '../../catalog/files/sniff-format.ts'
import { withWorkplace } from '../performers/edit-video.ts'
import { decodePart } from '../prepare/decode-part.ts'
import { openSource } from '../prepare/source/open-source.ts'
import { readHead } from '../prepare/source/require-readable-format.ts'
import type { Source } from '../prepare/source/source.ts'
import type { Picture } from '../raster/picture.ts'
import { type Still, sizeWithin } from './still.ts'
import { tilesInZip } from './tiles-in-zip.ts'
import { videoStill } from './video-still.ts'
import { writeTiles } from './write-tiles.ts'

/** A preview as a file; `tiles` has facts, and no file where the picture needs none. */
export type Preview = { facts: PictureFacts; written: boolean }

/** Formats that no browser can be relied on to show, so that tiles stand for the file at any size. */
const UNSHOWN: ReadonlySet<Source['format']> = new Set(['heic', 'tiff'])

/**
 * Makes a preview of an untrusted file of any format that the engine reads, upright and in sRGB: of a photo the whole,
 * of a video its first frame.
 * @param from the file's path
 * @param into where the preview goes: WebP at 256 pixels, JPEG at 2,048, tiles in a ZIP
 * @throws Fault that says in words why the file cannot be shown, such as `large` for more than 120 megapixels
 */
export async function makePreview(
  from: string,
  size: PictureSize,
  into: string,
  signal: AbortSignal,
): Promise<Preview> {
  const format = sniffFormat(await readHead(from))
  if (format === 'mp4' || format === 'mov') {
    return await withWorkplace({ signal }, async (workplace) =>
      writeStill(await videoStill(from, workplace), size, into),
    )
  }
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-preview-'))
  try {
    const source = await openSource(from, folder)
    if (size !== 'tiles') return await writeStill(photoStill(source), size, into)
    const { width, height } = source
    const facts = { kind: 'picture', width, height, levels: [] } as const
    const large = width * height > TILED_PIXELS
    const unshown = UNSHOWN.has(source.format) && Math.max(width, height) > 2048
    if (!large && !unshown) return { facts, written: false }
    await writeTiles(source, into)
    return { facts: { ...facts, levels: await tilesInZip(into, facts) }, written: true }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function photoStill(source: Source): Still {
  const { width, height } = source
  const whole = { left: 0, top: 0, width, height }
  return { kind: 'picture', width, height, at: (size) => decodePart(source, whole, size) }
}

async function writeStill(still: Still, size: PictureSize, into: string): Promise<Preview> {
  const { kind, width, height } = still
  const facts = { kind, width, height, levels: [] }
  if (size === 'tiles') return { facts, written: false }
  const picture = await still.at(sizeWithin(still, Number(size)))
  await writeFile(into, await ENCODERS[size](picture))
  return { facts, written: true }
}

const ENCODERS = {
  '256': (picture: Picture) => raw(picture).webp({ quality: 75 }).toBuffer(),
  '2048': (picture: Picture) =>
    raw(picture).flatten({ background: 'white' }).jpeg({ quality: 82 }).toBuffer(),
}

function raw({ width, height, data }: Picture) {
  return sharp(data, { raw: { width, height, channels: 4 } })
}
