import { describe, expect, it } from 'vitest'
import { sniffFormat } from '../../../catalog/files/sniff-format.ts'
import { describeFile } from '../../../engine/media/describe-file.ts'
import { paint } from './paint.ts'

function text(value: string): Uint8Array {
  return Buffer.from(value, 'latin1')
}

describe('sniff', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)(
    'knows real %s',
    async (name) => {
      expect(
        sniffFormat(
          await paint()
            .toFormat(name === 'avif' ? 'avif' : name)
            .toBuffer(),
        ),
      ).toBe(name)
    },
  )

  it.each([
    ['heic', '\0\0\0\x18ftypheic\0\0\0\0'],
    ['mov', '\0\0\0\x14ftypqt  \0\0\0\0'],
    ['mp4', '\0\0\0\x18ftypisom\0\0\0\0'],
    ['webm', '\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm'],
    ['mkv', '\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska'],
    ['jpeg', '\xff\xd8\0\0\0\0\xff\xdb'],
    ['jp2', '\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypjp2 '],
    ['jp2', '\xff\x4f\xff\x51\0\x2f'],
    ['jxl', '\xff\x0a\xfa\x7f'],
    ['psd', '8BPS\0\x01'],
    ['exr', 'v/1\x01\x02\0\0\0'],
    ['ico', '\0\0\x01\0\x01\0'],
    ['raw', '\0\0\0\x18ftypcrx \0\0\0\x01crx isom'],
    ['raw', 'FUJIFILMCCD-RAW 0201'],
    ['raw', 'IIU\0\x18\0\0\0'],
    ['raw', 'IIRO\x08\0\0\0'],
    ['raw', 'FOVb\0\0\x03\0'],
    ['avi', 'RIFF\x10\x20\0\0AVI LIST'],
    ['wmv', '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9'],
    ['flv', 'FLV\x01\x05\0\0\0\x09'],
    ['mpeg', '\0\0\x01\xba\x44\0'],
    ['mpeg', `${'G'.padEnd(188, '\xff')}${'G'.padEnd(188, '\xff')}G\0`],
    ['ogg', 'OggS\0\x02'],
    ['sound', 'ID3\x04\0\0'],
    ['sound', 'RIFF\x10\x20\0\0WAVEfmt '],
    ['zip', 'PK\x03\x04\x14\0'],
    ['archive', 'Rar!\x1a\x07\x01\0'],
    ['archive', '7z\xbc\xaf\x27\x1c\0\x04'],
    ['finder', '\0\x05\x16\x07\0\x02\0\0Mac OS X'],
    ['zeros', '\0'.repeat(600)],
    ['xml', '<?xml version="1.0"?><rss/>'],
    ['xml', '<Error><Code>NoSuchKey</Code></Error>'],
    ['html', '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">'],
    ['json', '{"message": "Forbidden"}'],
    ['json', '[{"id": 1}]'],
    ['text', 'Dear Sir or Madam'],
    ['text', 'Sehr geehrte Damen und Herren, sch\xc3\xb6ne Gr\xc3\xbc\xc3'],
    ['bmp', 'BM\x36\0\0\0'],
    ['pdf', '%PDF-1.7\n'],
    ['gzip', '\x1f\x8b\x08\0'],
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['svg', '\xef\xbb\xbf\n<?xml version="1.0"?>\n<!DOCTYPE svg><svg/>'],
    ['html', '<!DOCTYPE html><html></html>'],
    ['html', '\n<html><svg/></html>'],
  ])('knows %s by its first bytes', (format, head) => {
    expect(sniffFormat(text(head))).toBe(format)
  })

  it.each([
    ['nothing', ''],
    ['half a signature', '\x89PN'],
    ['a signature in the wrong place', ' \xff\xd8\xff'],
    ['text of an old code page', 'Gr\xfc\xdfe aus Z\xfcrich'],
    ['a few zeros', '\0\0\0\0'],
  ])('does not know %s', (_, head) => {
    expect(sniffFormat(text(head))).toBeUndefined()
  })
})

describe('says what a file is', () => {
  /** A TIFF of a camera: its first picture is a small preview. */
  const nikon = Buffer.from(
    'II*\0\x08\0\0\0\x02\0\xfe\0\x04\0\x01\0\0\0\x01\0\0\0\x0f\x01\x02\0\x06\0\0\0\x26\0\0\0\0\0\0\0NIKON\0',
    'latin1',
  )
  it.each([
    ['The file is a Photoshop document (PSD)', text('8BPS\0\x01')],
    ['The file is JPEG 2000', text('\0\0\0\x0cjP  \r\n\x87\n')],
    ['The file is JPEG XL', text('\xff\x0a\xfa')],
    ['The file is Matroska (MKV)', text('\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska')],
    ['The file is HTML, a web page', text('<!doctype html><title>404</title>')],
    ['The file is a camera’s raw file (NEF)', nikon],
    ['The file is a camera’s raw file (RAF)', text('FUJIFILMCCD-RAW 0201')],
    ['The file is a camera’s raw file', text('FOVb\0\0')],
    [
      'The file is XML: a store answered AccessDenied instead of sending it',
      text('<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code>'),
    ],
    ['The file is XML', text('<?xml version="1.0"?><rss/>')],
    ['The file is no known kind of picture', text('\x01\x02\x03')],
  ])('%s', (words, bytes) => {
    expect(describeFile(bytes, 'picture')).toBe(words)
  })
})
