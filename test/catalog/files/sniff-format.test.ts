import { describe, expect, test } from 'vitest'
import {
  FORMAT_NAMES,
  NO_MEDIA,
  type SniffedFormat,
  sniffFormat,
  VIDEOS,
} from '../../../catalog/files/sniff-format.ts'

/** One character is one byte; what follows has no meaning. */
const sniff = (head: string) => sniffFormat(Buffer.from(`${head}\x01\x02\x03\x04`, 'latin1'))
const later = (bytes: number, mark: string) => `${'\x07'.repeat(bytes)}${mark}`

test.each<[SniffedFormat, string]>([
  ['jpeg', '\xff\xd8\xff'],
  ['jpeg', '\xff\xd8\0\xff'],
  ['jpeg', '\xff\xd8\0\0\0\xff'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['webp', 'RIFF\x01\x01\x01\x01WEBP'],
  ['tiff', 'II*\0'],
  ['tiff', 'MM\0*'],
  ['tiff', 'II+\0'],
  ['tiff', 'MM\0+'],
  ['bmp', 'BM'],
  ['jxl', '\xff\x0a'],
  ['jxl', '\0\0\0\x0cJXL \r\n'],
  ['jp2', '\0\0\0\x0cjP  \r\n\x87\n'],
  ['jp2', '\xff\x4f\xff\x51'],
  ['psd', '8BPS'],
  ['exr', '\x76\x2f\x31\x01'],
  ['ico', '\0\0\x01\0'],
  ['avi', 'RIFF\x01\x01\x01\x01AVI '],
  ['sound', 'RIFF\x01\x01\x01\x01WAVE'],
  ['sound', 'ID3'],
  ['sound', 'fLaC'],
  ['ogg', 'OggS'],
  ['flv', 'FLV\x01'],
  ['wmv', '\x30\x26\xb2\x75\x8e\x66\xcf\x11'],
  ['mpeg', '\0\0\x01\xba'],
  ['mpeg', '\0\0\x01\xb3'],
  ['mpeg', `G${'\x01'.repeat(187)}G${'\x01'.repeat(187)}G`],
  ['zip', 'PK\x03\x04'],
  ['archive', 'Rar!\x1a\x07'],
  ['archive', '7z\xbc\xaf\x27\x1c'],
  ['finder', '\0\x05\x16\x07'],
  ['pdf', '%PDF-'],
  ['gzip', '\x1f\x8b\x08'],
  ['webm', '\x1a\x45\xdf\xa3\x01webm'],
  ['mkv', '\x1a\x45\xdf\xa3\x01matroska'],
  ...['FUJIFILMCCD-RAW', 'IIRO', 'IIRS', 'IIU\0', 'MMOR', 'FOVb', '\0MRM'].map(
    (mark): [SniffedFormat, string] => ['raw', mark],
  ),
])('%s: %j', (format, mark) => {
  expect(sniff(mark)).toBe(format)
  // Elsewhere the same bytes say nothing of the kind.
  expect(sniff(later(1, mark))).not.toBe(format)
})

describe('a file of ISO base media', () => {
  /** The first box: its length, `ftyp`, the major brand, a version and the compatible brands. */
  const box = (major: string, ...brands: string[]) => {
    const length = 16 + 4 * brands.length
    return `\0\0${String.fromCharCode(length >> 8, length & 255)}ftyp${major}\0\0\0\0${brands.join('')}`
  }
  test.each<[SniffedFormat, string, string[]]>([
    ['avif', 'avif', []],
    ['avif', 'avis', []],
    ...['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'].map(
      (brand): [SniffedFormat, string, string[]] => ['heic', brand, []],
    ),
    ['mov', 'qt  ', []],
    ['raw', 'crx ', []],
    ['mp4', 'isom', []],
    ['avif', 'mif1', ['mif1', 'avif']],
    ['avif', 'msf1', ['avis']],
    ['heic', 'mif1', ['avif', 'heic']],
    ['heic', 'mif1', ['miaf']],
  ])('is %s by the brands %s %j', (format, major, brands) => {
    expect(sniff(box(major, ...brands))).toBe(format)
    // What follows the box is none of its brands.
    expect(sniff(`${box(major, ...brands)}heic`)).toBe(format)
  })
})

describe('text', () => {
  test.each<[SniffedFormat | undefined, string]>([
    ['html', '<!doctype html>'],
    ['html', '\xef\xbb\xbf  <HTML>'],
    ['html', '<script >'],
    ['html', '<?xml version="1.0"?><html >'],
    ['svg', '<svg xmlns="x">'],
    ['svg', '<?xml version="1.0"?><!-- a --><svg >'],
    ['svg', '<!DOCTYPE svg >'],
    ['xml', '<?xml version="1.0"?><a>'],
    ['xml', '<note >'],
    ['json', '{"a":1}'],
    ['json', '[ ["a"]]'],
    ['json', '{ }'],
    ['text', 'Dear reader,\r\n\tthis is none.\f'],
    ['text', 'f\xc3\xbcr'],
    ['text', 'see <note >'],
    ['text', 'see [ ["a"]]'],
    [undefined, 'f\xfcr sich und alle'],
    [undefined, 'f\xfcr'],
    [undefined, 'a\x01b'],
  ])('is %s: %s', (format, text) => {
    expect(sniffFormat(Buffer.from(text, 'latin1'))).toBe(format)
  })

  test('a character that the first 512 bytes cut is none that is wrong', () => {
    const bytes = Buffer.from(`${'a'.repeat(511)}ü`)
    expect(sniffFormat(bytes)).toBe('text')
  })
})

test('a transport stream begins each of its packets with the same byte', () => {
  const packets = (...marks: string[]) => marks.map((mark) => mark.padEnd(188, '\x01')).join('')
  expect(sniff(packets('G', 'G', 'G'))).toBe('mpeg')
  for (const marks of [
    ['G', 'G', 'H'],
    ['G', 'H', 'G'],
    ['H', 'G', 'G'],
  ]) {
    expect(sniff(packets(...marks))).toBeUndefined()
  }
})

test('zeros, and nothing', () => {
  expect(sniffFormat(Buffer.alloc(16))).toBe('zeros')
  expect(sniffFormat(Buffer.alloc(600))).toBe('zeros')
  expect(sniffFormat(Buffer.alloc(15))).toBeUndefined()
  expect(sniffFormat(Buffer.alloc(0))).toBeUndefined()
})

test('every kind has words, and is a picture, a video or neither', () => {
  expect(Object.keys(FORMAT_NAMES)).toHaveLength(35)
  for (const name of Object.values(FORMAT_NAMES)) expect(name).toMatch(/^[a-zA-Z]/)
  const neither = 'sound pdf svg html xml json text zip archive gzip finder zeros'
  expect([...NO_MEDIA]).toEqual(neither.split(' '))
  expect([...VIDEOS]).toEqual('mp4 mov webm mkv avi wmv flv mpeg ogg'.split(' '))
})
