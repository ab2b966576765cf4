import { copyFile, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Metadata } from 'sharp'
import { Fault } from '../../../catalog/failures/fault.ts'
import { embedProfile } from '../../../metadata/embed-profile.ts'
import { exifOrientation } from '../../../metadata/exif/exif-orientation.ts'
import { type HeifPicture, readHeif } from '../../../metadata/heif/read-heif.ts'
import { colourOfPoints } from '../../../metadata/icc/code-points.ts'
import { decodeHeic } from '../../media/heic/decode-heic.ts'
import { requireStandardRange } from '../../media/stated-colours.ts'
import { withinMemory } from '../../media/within-memory.ts'
import { storedSize } from '../orientation.ts'
import type { Source } from './source.ts'
import { ANIMATION, readHeader, sourceOf } from './source-of.ts'
import { withProfile, withStated } from './with-stated.ts'

/** Opens a HEIC or AVIF file: of its pictures the primary one. */
export async function openHeif(
  path: string,
  sniffed: 'heic' | 'avif',
  bytes: number,
  folder: string,
): Promise<Source> {
  const heif = await readHeif(path)
  const format = heif?.coding ?? sniffed
  if (heif?.isSequence) throw new Fault('unreadable', ANIMATION)
  const still = heif ? await withoutSequence(path, heif, folder) : path
  const first = await readHeader(still, format)
  const primary = heif && first.pagePrimary ? { page: first.pagePrimary } : undefined
  const header = primary ? await readHeader(still, format, primary) : first
  const orientation = turnOf(header, heif)
  const source = {
    ...sourceOf(still, format, bytes, { ...header, orientation }, primary),
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
