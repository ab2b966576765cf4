/**
 * The kinds of files that are recognised by their first bytes, pictures and videos first, with what they are called in
 * a refusal: "The file is …".
 */
export const FORMAT_NAMES = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  gif: 'GIF',
  heic: 'HEIC',
  avif: 'AVIF',
  tiff: 'TIFF',
  bmp: 'BMP',
  jxl: 'JPEG XL',
  jp2: 'JPEG 2000',
  psd: 'a Photoshop document (PSD)',
  exr: 'OpenEXR',
  ico: 'an icon (ICO)',
  raw: 'a camera’s raw file',
  mp4: 'MP4',
  mov: 'MOV',
  webm: 'WebM',
  mkv: 'Matroska (MKV)',
  avi: 'AVI',
  wmv: 'Windows Media (WMV)',
  flv: 'Flash video (FLV)',
  mpeg: 'an MPEG stream',
  ogg: 'Ogg',
  sound: 'a sound file',
  pdf: 'PDF',
  svg: 'SVG',
  html: 'HTML, a web page',
  xml: 'XML',
  json: 'JSON',
  text: 'text',
  zip: 'a ZIP archive',
  archive: 'an archive (RAR or 7z)',
  gzip: 'compressed with gzip',
  finder: 'what macOS keeps beside a file (._), without the file itself',
  zeros: 'nothing but zeros',
} as const satisfies Record<string, string>

export type SniffedFormat = keyof typeof FORMAT_NAMES

/** Kinds that are neither a picture nor a video. */
export const NO_MEDIA: ReadonlySet<SniffedFormat> = new Set<SniffedFormat>([
  ...(['sound', 'pdf', 'svg', 'html', 'xml', 'json', 'text'] as const),
  ...(['zip', 'archive', 'gzip', 'finder', 'zeros'] as const),
])

/** Kinds that are videos. */
export const VIDEOS: ReadonlySet<SniffedFormat> = new Set<SniffedFormat>([
  ...(['mp4', 'mov', 'webm', 'mkv', 'avi', 'wmv', 'flv', 'mpeg', 'ogg'] as const),
])

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
  { format: 'jp2', at: 4, bytes: 'jP  \r\n\x87\n' },
  { format: 'jp2', at: 0, bytes: '\xff\x4f\xff\x51' },
  { format: 'psd', at: 0, bytes: '8BPS' },
  { format: 'exr', at: 0, bytes: '\x76\x2f\x31\x01' },
  { format: 'ico', at: 0, bytes: '\0\0\x01\0' },
  { format: 'avi', at: 8, bytes: 'AVI ' },
  { format: 'sound', at: 8, bytes: 'WAVE' },
  { format: 'sound', at: 0, bytes: 'ID3' },
  { format: 'sound', at: 0, bytes: 'fLaC' },
  { format: 'ogg', at: 0, bytes: 'OggS' },
  { format: 'flv', at: 0, bytes: 'FLV\x01' },
  { format: 'wmv', at: 0, bytes: '\x30\x26\xb2\x75\x8e\x66\xcf\x11' },
  { format: 'mpeg', at: 0, bytes: '\0\0\x01\xba' },
  { format: 'mpeg', at: 0, bytes: '\0\0\x01\xb3' },
  { format: 'zip', at: 0, bytes: 'PK\x03\x04' },
  { format: 'archive', at: 0, bytes: 'Rar!\x1a\x07' },
  { format: 'archive', at: 0, bytes: '7z\xbc\xaf\x27\x1c' },
  { format: 'finder', at: 0, bytes: '\0\x05\x16\x07' },
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
 * Detects a file's kind from its first 512 bytes. File names and declared content types are not used.
 * @returns undefined for any other kind
 */
export function sniffFormat(bytes: Uint8Array): SniffedFormat | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 512))
  const known = SIGNATURES.find(({ at, bytes: mark }) => head.startsWith(mark, at))
  if (known) return known.format
  if (head.startsWith('\x1a\x45\xdf\xa3')) return head.includes('webm') ? 'webm' : 'mkv'
  if (head.startsWith('ftyp', 4)) return sniffBrands(head)
  // A transport stream has packets of 188 bytes.
  if (head[0] === 'G' && head[188] === 'G' && head[376] === 'G') return 'mpeg'
  if (RAW.test(head)) return 'raw'
  // Bytes of 0 are passed over between the markers of a JPEG.
  if (/^\xff\xd8\0+\xff/.test(head)) return 'jpeg'
  if (/^\0{16,}$/.test(head)) return 'zeros'
  return sniffText(head)
}

/** Raw files that are no TIFF files by their first bytes: Fujifilm, Olympus, Panasonic, Sigma, Minolta. */
const RAW = /^(?:FUJIFILMCCD-RAW|II(?:RO|RS|U\0)|MMOR|FOVb|\0MRM)/

function sniffBrands(head: string): SniffedFormat {
  const major = head.slice(8, 12)
  if (major !== 'mif1' && major !== 'msf1')
    return BRANDS[major] ?? (major === 'crx ' ? 'raw' : 'mp4')
  const end = Math.min(head.length, head.charCodeAt(2) * 256 + head.charCodeAt(3))
  const compatible = Array.from({ length: Math.max(0, end - 16) >> 2 }, (_, n) =>
    head.slice(16 + 4 * n, 20 + 4 * n),
  )
  const formats = new Set(
    compatible.filter((brand) => !/^m[is]f1$/.test(brand)).map((brand) => BRANDS[brand]),
  )
  return formats.has('avif') && !formats.has('heic') ? 'avif' : 'heic'
}

function sniffText(head: string): SniffedFormat | undefined {
  const text = head.replace(/^\xef\xbb\xbf/, '').trimStart()
  if (/^<(!doctype html|html|head|body|script)\b/i.test(text)) return 'html'
  if (/^<(\?xml|!--|!doctype svg|svg)/i.test(text) && /<(svg|!doctype svg)\b/i.test(text)) {
    return 'svg'
  }
  if (/^<(\?xml|[a-z]+[ >])/i.test(text)) return /<html\b/i.test(text) ? 'html' : 'xml'
  if (/^[{[]\s*(["{[\]}]|$)/.test(text)) return 'json'
  const isText = text.length > 0 && [...head].every((one) => one >= ' ' || /[\t\n\f\r]/.test(one))
  return isText && isUtf8(head) ? 'text' : undefined
}

/** Whether bytes are UTF-8, which nearly no others are by chance; the last character may be cut off. */
function isUtf8(head: string): boolean {
  const bytes = Uint8Array.from(head, (one) => one.charCodeAt(0))
  const decoded = new TextDecoder().decode(bytes)
  return !decoded.slice(0, -1).includes('\ufffd')
}
