import { expect, test } from 'vitest'
import { markFile } from '../../../metadata/xmp/mark-file.ts'
import type { EditMark } from '../../../metadata/xmp/xmp-packet.ts'

const MARK: EditMark = {
  digitalSource: 'algorithmicallyEnhanced',
  identifier: 'darkroom-job:abc#1',
  features: ['face-lift'],
}

/** A segment of a JPEG: its marker, and what it holds. */
function segment(marker: number, text: string): Buffer {
  const body = Buffer.from(text, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(2 + body.length, 2)
  return Buffer.concat([head, body])
}

const JFIF = segment(0xe0, 'JFIF\0one')
const EXIF = segment(0xe1, 'Exif\0\0two')
const XMP = segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>old</x:xmpmeta>')
const EXTENDED = segment(0xe1, 'http://ns.adobe.com/xmp/extension/\0more of the old')
const PROFILE = segment(0xe2, 'ICC_PROFILE\0three')
const COMMENT = segment(0xfe, 'four')
const REST = Buffer.concat([segment(0xdb, 'table'), Buffer.from([0xff, 0xd9])])

/** The segments before the first table of a marked file; the packet of the mark is `the mark`. */
async function markedSegments(...segments: Buffer[]): Promise<(Buffer | 'the mark')[]> {
  const file = Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, REST])
  const parts: Uint8Array[] = []
  for await (const part of markFile(file, MARK).stream) parts.push(part)
  const bytes = Buffer.concat(parts)
  expect(bytes.subarray(-REST.length)).toEqual(REST)
  const found: (Buffer | 'the mark')[] = []
  let at = 2
  for (; bytes[at + 1] !== 0xdb; at += 2 + bytes.readUInt16BE(at + 2)) {
    const one = bytes.subarray(at, at + 2 + bytes.readUInt16BE(at + 2))
    found.push(one.includes(MARK.identifier) ? 'the mark' : one)
  }
  expect(bytes.length - at).toBe(REST.length)
  return found
}

test('a packet in the file is left out with its extension, and all else stays in its order', async () => {
  expect(await markedSegments(JFIF, EXIF, XMP, EXTENDED, PROFILE, EXTENDED, COMMENT)).toEqual([
    JFIF,
    EXIF,
    'the mark',
    PROFILE,
    COMMENT,
  ])
})

test.each([
  ['nothing', [], ['the mark']],
  ['JFIF', [JFIF], [JFIF, 'the mark']],
  ['Exif alone', [EXIF], [EXIF, 'the mark']],
  ['a profile alone', [PROFILE], ['the mark', PROFILE]],
  ['a comment first', [COMMENT, EXIF], ['the mark', COMMENT, EXIF]],
] as const)('behind %s the mark stands where readers look for it', async (_, given, expected) => {
  expect(await markedSegments(...given)).toEqual(expected)
})
