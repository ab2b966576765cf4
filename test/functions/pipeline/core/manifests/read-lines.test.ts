import { expect, test } from 'vitest'
import { manifestItems } from '../../../../../functions/pipeline/core/manifests/manifest-items.ts'
import { readLines } from '../../../../../functions/pipeline/core/manifests/read-lines.ts'

async function* pieces(...parts: (string | number[])[]) {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)
}

async function linesOf(parts: (string | number[])[], most?: number) {
  const found = []
  for await (const line of readLines(pieces(...parts), most)) found.push(line)
  return found
}

const texts = async (...parts: (string | number[])[]) =>
  (await linesOf(parts)).map(({ text }) => text)

test('lines end with LF or CRLF, and a CR within one is its own', async () => {
  expect(await texts('a\r\nb\n\nc\rd\r\ne\r')).toEqual(['a', 'b', '', 'c\rd', 'e'])
  expect(await texts('a', '\r', '\n', 'b')).toEqual(['a', 'b'])
  expect(await texts('a\n')).toEqual(['a'])
  expect(await texts('')).toEqual([])
})

test('a line has so many characters, and is counted without its text where it has more', async () => {
  expect(await linesOf(['abc\nabcd\nef'], 3)).toEqual([
    { line: 1, text: 'abc' },
    { line: 2 },
    { line: 3, text: 'ef' },
  ])
  expect(await linesOf(['abcd', 'efgh', 'i\nj'], 3)).toEqual([{ line: 1 }, { line: 2, text: 'j' }])
  expect(await linesOf(['abcd'], 3)).toEqual([{ line: 1 }])
  const longest = 'x'.repeat(16_384)
  expect(await texts(`${longest}\n${longest}x\n`)).toEqual([longest, undefined])
})

test.each([
  ['UTF-8', [0x61, 0x62]],
  ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, 0x61, 0x62]],
  ['UTF-16 with its mark, low bytes first', [0xff, 0xfe, 0x61, 0, 0x62, 0]],
  ['UTF-16 with its mark, high bytes first', [0xfe, 0xff, 0, 0x61, 0, 0x62]],
  ['UTF-16, low bytes first', [0x61, 0, 0x62, 0]],
  ['UTF-16, high bytes first', [0, 0x61, 0, 0x62]],
])('%s is read, also a byte at a time', async (_, bytes) => {
  expect(await texts(bytes)).toEqual(['ab'])
  expect(await texts(...bytes.map((byte) => [byte]))).toEqual(['ab'])
})

test('a file that ends within a character shows that something is missing', async () => {
  expect(await texts([0x61, 0xc3])).toEqual(['a\ufffd'])
  expect(await texts('a\n', [0xe2, 0x82])).toEqual(['a', '\ufffd'])
})

/** What is said of a line of a manifest. */
async function said(line: unknown) {
  const text = typeof line === 'string' ? line : JSON.stringify(line)
  const rules = { key: 'batch.jsonl', recipe: 'slim', bucket: 'drop' }
  const items = []
  for await (const item of manifestItems(readLines(pieces(text)), rules)) items.push(item)
  return items[0]
}

test.each([
  ['{', 'The line is not JSON.'],
  ['[]', 'The line is no JSON object.'],
  ['1', 'The line is no JSON object.'],
  ['null', 'The line is no JSON object.'],
  [{}, 'key: '],
  [{ key: '' }, 'key: '],
  [{ key: 'files/a', recipe: 'Not A Name' }, 'recipe: '],
  [{ key: 'files/\ufffd' }, 'key: it holds bytes that are not UTF-8'],
  [{ key: `files/${'é'.repeat(510)}` }, 'key: S3 keys have 1,024 bytes at most.'],
  [{ key: 'files/a', bucket: 'other' }, 'bucket: a batch works objects of the bucket'],
  [{ key: 'other/a' }, 'key: a batch works objects below files/ and drop/.'],
])('%j is refused', async (line, message) => {
  expect(await said(line)).toMatchObject({
    line: 1,
    failure: { code: 'LineInvalid', message: expect.stringContaining(message) },
  })
})

test.each([
  [{ key: 'files/a' }, { key: 'files/a', recipe: 'slim' }],
  [
    { key: 'drop/a', bucket: 'drop', version: 'v', recipe: 'other' },
    { key: 'drop/a', version: 'v', recipe: 'other' },
  ],
  [{ key: `files/${'é'.repeat(509)}` }, { key: `files/${'é'.repeat(509)}`, recipe: 'slim' }],
])('%j is an item', async (line, item) => {
  expect(await said(line)).toEqual({ line: 1, ...item })
})
