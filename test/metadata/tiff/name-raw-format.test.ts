import { expect, test } from 'vitest'
import { nameRawFormat } from '../../../metadata/tiff/name-raw-format.ts'

/** The head of a TIFF whose first directory has these entries of one whole number or of text. */
function tiff(entries: readonly [tag: number, value: number | string][]): Buffer {
  const texts = Buffer.alloc(200)
  const bytes = Buffer.alloc(10 + 12 * entries.length)
  bytes.write('II*\0', 'latin1')
  bytes.writeUInt32LE(8, 4)
  bytes.writeUInt16LE(entries.length, 8)
  let end = 0
  for (const [n, [tag, value]] of entries.entries()) {
    const at = 10 + 12 * n
    bytes.writeUInt16LE(tag, at)
    bytes.writeUInt16LE(typeof value === 'number' ? 4 : 2, at + 2)
    bytes.writeUInt32LE(typeof value === 'number' ? 1 : value.length + 1, at + 4)
    bytes.writeUInt32LE(typeof value === 'number' ? value : bytes.length + end, at + 8)
    if (typeof value === 'string') end += texts.write(`${value}\0`, end, 'latin1')
  }
  return Buffer.concat([bytes, texts])
}

test.each([
  ['DNG', tiff([[50706, 0x0401]])],
  [
    'NEF',
    tiff([
      [254, 1],
      [271, 'NIKON CORPORATION'],
    ]),
  ],
  [
    'ARW',
    tiff([
      [254, 1],
      [271, 'SONY'],
    ]),
  ],
  ['CR2', Buffer.from('II*\0\x10\0\0\0CR\x02\0', 'latin1')],
  ['CR3', Buffer.from('\0\0\0\x18ftypcrx \0\0\0\x01', 'latin1')],
  ['RAF', Buffer.from('FUJIFILMCCD-RAW 0201', 'latin1')],
  [
    'RAW',
    tiff([
      [254, 1],
      [271, 'Somebody'],
    ]),
  ],
])('names %s', (name, head) => {
  expect(nameRawFormat(head)).toBe(name)
})

test.each([
  [
    'a plain TIFF',
    tiff([
      [256, 100],
      [271, 'NIKON CORPORATION'],
    ]),
  ],
  ['a directory beyond the end', Buffer.from('II*\0\xff\xff\xff\xff', 'latin1')],
  ['a JPEG', Buffer.from('\xff\xd8\xff\xe0', 'latin1')],
  ['nothing', Buffer.alloc(0)],
])('takes %s for no raw file', (_, head) => {
  expect(nameRawFormat(head)).toBeUndefined()
})
