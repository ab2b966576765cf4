import { open } from 'node:fs/promises'
import { Fault } from '../../../catalog/failures/fault.ts'
import { sniffFormat } from '../../../catalog/files/sniff-format.ts'
import { nameRawFormat } from '../../../metadata/tiff/name-raw-format.ts'
import { readTiffPages, type TiffPage } from '../../../metadata/tiff/read-tiff-pages.ts'
import { describeFile } from '../../media/describe-file.ts'
import { READABLE, type SourceFormat } from './source.ts'

/** Bytes of a file's head that its format is told by: the directory of a raw file lies among them. */
const HEAD_BYTES = 262_144

/** The format by a file's first bytes, and the pages where it is a TIFF. */
export async function requireReadableFormat(
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

/** So much of a file's head as its format is told by. */
export async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
