import { describe, expect, it } from 'vitest'
import { sniffFormat } from '../../../engine/media/sniff-format.ts'
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
    ['webm', '\x1a\x45\xdf\xa3\x01'],
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
    ['plain text', 'Dear Sir or Madam'],
    ['nothing', ''],
    ['half a signature', '\x89PN'],
    ['a signature in the wrong place', ' \xff\xd8\xff'],
    ['XML of another kind', '<?xml version="1.0"?><rss/>'],
  ])('does not know %s', (_, head) => {
    expect(sniffFormat(text(head))).toBeUndefined()
  })
})
