import { fullPages, isSensorData } from './full-pages.ts'
import type { TiffPage } from './read-tiff-pages.ts'
import { type DirectoryEntry, firstDirectory, readDirectory } from './tiff-directory.ts'

/** Signatures of raw formats that are not TIFF files, as Latin-1, with their byte offsets. */
const SIGNATURES = [
  { at: 4, mark: 'ftypcrx ', name: 'CR3' },
  { at: 0, mark: 'FUJIFILMCCD-RAW', name: 'RAF' },
  { at: 0, mark: 'IIRO', name: 'ORF' },
  { at: 0, mark: 'IIRS', name: 'ORF' },
  { at: 0, mark: 'IIU\0', name: 'RW2' },
] as const

/** Tags of the first directory of a raw file that is a TIFF (DNG 1.7; TIFF 6.0). */
const NEW_SUBFILE_TYPE = 254
const MAKE = 271
const DNG_VERSION = 50706

/** Makers whose raw files are TIFF files, with the extension of their format. */
const MAKERS = [
  { maker: /^nikon/i, name: 'NEF' },
  { maker: /^sony/i, name: 'ARW' },
  { maker: /^canon/i, name: 'CR2' },
  { maker: /^pentax|^ricoh/i, name: 'PEF' },
]

/**
 * Names the format of a camera's raw file; undefined for any other file. Most raw files are TIFF files whose first
 * picture is only a small preview, so a decoder that does not know them gives the preview.
 * @param head the first bytes of the file, some hundred kilobytes so that the directory lies among them
 * @param pages of a TIFF: one with a picture of full size behind its preview is no raw file
 */
export function nameRawFormat(head: Buffer, pages: readonly TiffPage[] = []): string | undefined {
  const signed = SIGNATURES.find(
    ({ at, mark }) => head.toString('latin1', at, at + mark.length) === mark,
  )
  if (signed) return signed.name
  if (head.toString('latin1', 8, 10) === 'CR' && firstDirectory(head) !== undefined) return 'CR2'
  const start = firstDirectory(head)
  const entries = start === undefined ? [] : readDirectory(head, start)
  if (find(entries, DNG_VERSION)) return 'DNG'
  const isPreview = ((find(entries, NEW_SUBFILE_TYPE)?.values[0] ?? 0) & 1) === 1
  const isRaw = pages.some(isSensorData) || (isPreview && fullPages(pages).length === 0)
  if (!isRaw) return undefined
  const make = find(entries, MAKE)?.text ?? ''
  return MAKERS.find(({ maker }) => maker.test(make))?.name ?? 'RAW'
}

function find(entries: readonly DirectoryEntry[], tag: number): DirectoryEntry | undefined {
  return entries.find((entry) => entry.tag === tag)
}
