/** The formats that are recognised by a file's first bytes. */
export type SniffedFormat =
  | 'jpeg'
  | 'png'
  | 'webp'
  | 'gif'
  | 'heic'
  | 'avif'
  | 'tiff'
  | 'bmp'
  | 'jxl'
  | 'mp4'
  | 'mov'
  | 'webm'
  | 'pdf'
  | 'svg'
  | 'html'
  | 'gzip'

type Signature = { format: SniffedFormat; at: number; bytes: string }

/** Signatures (magic numbers) and their byte offsets. They are Latin-1 strings: one character is one byte. */
const SIGNATURES: readonly Signature[] = [
  { format: 'jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { format: 'png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { format: 'gif', at: 0, bytes: 'GIF87a' },
  { format: 'gif', at: 0, bytes: 'GIF89a' },
  { format: 'webp', at: 8, bytes: 'WEBP' },
  { format: 'tiff', at: 0, bytes: 'II*\0' },
  { format: 'tiff', at: 0, bytes: 'MM\0*' },
  // BigTIFF, with 64-bit offsets.
  { format: 'tiff', at: 0, bytes: 'II+\0' },
  { format: 'tiff', at: 0, bytes: 'MM\0+' },
  { format: 'bmp', at: 0, bytes: 'BM' },
  { format: 'jxl', at: 0, bytes: '\xff\x0a' },
  { format: 'jxl', at: 4, bytes: 'JXL \r\n' },
  { format: 'webm', at: 0, bytes: '\x1a\x45\xdf\xa3' },
  { format: 'pdf', at: 0, bytes: '%PDF-' },
  { format: 'gzip', at: 0, bytes: '\x1f\x8b\x08' },
]

/**
 * Major brands of ISO base media files (ISO/IEC 14496-12, 23008-12). Any other brand is taken for MP4 video. Of those
 * that say nothing of the codec, `mif1` and `msf1`, an AVIF is told by its compatible brands.
 */
const BRANDS: Readonly<Record<string, SniffedFormat>> = {
  avif: 'avif',
  avis: 'avif',
  heic: 'heic',
  heix: 'heic',
  hevc: 'heic',
  hevx: 'heic',
  heim: 'heic',
  heis: 'heic',
  mif1: 'heic',
  msf1: 'heic',
  'qt  ': 'mov',
}

/**
 * Detects a file's format from its first 512 bytes. File names and declared content types are not used.
 * @returns undefined for any other format, plain text included
 */
export function sniffFormat(bytes: Uint8Array): SniffedFormat | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 512))
  const known = SIGNATURES.find(({ at, bytes: mark }) => head.startsWith(mark, at))
  if (known) return known.format
  if (head.startsWith('ftyp', 4)) return sniffBrands(head)
  return sniffMarkup(head)
}

function sniffBrands(head: string): SniffedFormat {
  const major = head.slice(8, 12)
  if (major !== 'mif1' && major !== 'msf1') return BRANDS[major] ?? 'mp4'
  const end = Math.min(head.length, head.charCodeAt(2) * 256 + head.charCodeAt(3))
  const compatible = Array.from({ length: Math.max(0, end - 16) >> 2 }, (_, n) =>
    head.slice(16 + 4 * n, 20 + 4 * n),
  )
  const formats = new Set(
    compatible.filter((brand) => !/^m[is]f1$/.test(brand)).map((brand) => BRANDS[brand]),
  )
  return formats.has('avif') && !formats.has('heic') ? 'avif' : 'heic'
}

function sniffMarkup(head: string): SniffedFormat | undefined {
  const text = head.replace(/^\xef\xbb\xbf/, '').trimStart()
  if (/^<(!doctype html|html|head|body|script)\b/i.test(text)) return 'html'
  if (/^<(\?xml|!--|!doctype svg|svg)/i.test(text) && /<(svg|!doctype svg)\b/i.test(text))
    return 'svg'
  return undefined
}
