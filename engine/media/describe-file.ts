import { FORMAT_NAMES, sniffFormat } from '../../catalog/files/sniff-format.ts'
import { nameRawFormat } from '../../metadata/tiff/name-raw-format.ts'

/**
 * What a file is, as a sentence begins that refuses it.
 * @param bytes its first bytes; with some hundred kilobytes a raw file that is a TIFF is named, too
 * @param wanted what it is expected to be
 */
export function describeFile(bytes: Uint8Array, wanted: 'picture' | 'video'): string {
  const format = sniffFormat(bytes)
  if (!format) return `The file is no known kind of ${wanted}`
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const raw = format === 'tiff' || format === 'raw' ? nameRawFormat(head) : undefined
  if (raw) return `The file is a camera’s raw file (${raw})`
  const code = format === 'xml' && /<Code>(\w{1,60})<\/Code>/.exec(head.toString('latin1', 0, 512))
  const told = code ? `: a store answered ${code[1]} instead of sending it` : ''
  return `The file is ${FORMAT_NAMES[format]}${told}`
}
