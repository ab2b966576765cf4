import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Fault } from '../../../catalog/failures/fault.ts'
import { readResolution } from '../../../metadata/resolution/read-resolution.ts'
import { mendWebp, saidBytes } from '../../../metadata/webp/mend-webp.ts'
import { statedInPng } from '../../media/stated-colours.ts'
import { chooseTiffPage } from './choose-tiff-page.ts'
import { isLab } from './develop-lab.ts'
import { openHeif } from './open-heif.ts'
import { openLabTiff } from './open-lab-tiff.ts'
import { pageOptions } from './page-options.ts'
import { readHead, requireReadableFormat } from './require-readable-format.ts'
import type { Source } from './source.ts'
import { readHeader, sourceOf, withResolution } from './source-of.ts'
import { withStated } from './with-stated.ts'

/** The most bytes of a source. */
const MAX_SOURCE_BYTES = 200_000_000

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
  if (tiff && isLab(tiff)) return await openLabTiff(path, tiff, bytes, folder)
  const page = tiff && pageOptions(tiff)
  const header = await readHeader(path, sniffed, page)
  const stated = tiff?.resolution ?? (await readResolution(createReadStream(path)))
  const source = withResolution(sourceOf(path, sniffed, bytes, header, page), stated)
  if (sniffed !== 'png') return source
  return await withStated(source, await statedInPng(createReadStream(path)), folder)
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
