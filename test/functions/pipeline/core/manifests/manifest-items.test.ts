import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { manifestItems } from '../../../../../functions/pipeline/core/manifests/manifest-items.ts'
import { readLines } from '../../../../../functions/pipeline/core/manifests/read-lines.ts'
import type { BatchItem } from '../../../../../functions/pipeline/core/ports/batch.ts'
import { fewOrAll } from '../../../../setup/sampled.ts'

const rules = { key: 'batches/slim/m.csv', recipe: 'slim', bucket: 'drop' }

/** The items of a text that arrives in pieces of `size` bytes. */
async function itemsOf(text: string | Buffer, key = rules.key, size = 5): Promise<BatchItem[]> {
  const bytes = Buffer.from(text)
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const items: BatchItem[] = []
  for await (const item of manifestItems(readLines(pieces()), { ...rules, key })) items.push(item)
  return items
}

const LINES = 'batches/slim/m.jsonl'

/** Of lines of a long manifest, each of which takes some 200 bytes as an object. */
const THOUSANDS = fewOrAll(80, 1000)

test('a CSV manifest keeps all keys unchanged and counts its lines', async () => {
  const csv =
    '\ufeffKey,version,recipe,size\r\n"files/a ""b"",\né.png",,,1\r\n\r\nfiles/+%25,v1,widen,2\n'
  expect(await itemsOf(csv)).toEqual([
    { line: 2, key: 'files/a "b",\né.png', recipe: 'slim' },
    { line: 5, key: 'files/+%25', version: 'v1', recipe: 'widen' },
  ])
})

describe('what spreadsheets write', () => {
  const items = [
    { line: 2, key: 'files/é,1.jpg', recipe: 'widen' },
    { line: 3, key: 'files/b;2.jpg', recipe: 'slim' },
  ]
  const semicolons = 'key;recipe\r\nfiles/é,1.jpg;widen\r\n"files/b;2.jpg";\r\n'
  const tabs = semicolons.replace('key;', 'key\t').replace(';widen', '\twiden').replace('";', '"\t')
  const bigEndian = Buffer.from(`\ufeff${tabs}`, 'utf16le').swap16()

  test.each([
    ['semicolons', `\ufeff${semicolons}`],
    ['tabs', tabs],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${tabs}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(semicolons, 'utf16le')],
    ['UTF-16 of the other order', bigEndian],
  ])('is read: %s', async (_, text) => {
    for (const size of [1, 5, 4096]) expect(await itemsOf(text, rules.key, size)).toEqual(items)
  })

  test('is read after a line that names what parts the fields', async () => {
    const found = await itemsOf(`sep=;\r\n${semicolons}`)
    expect(found.map(({ key }) => key)).toEqual(items.map(({ key }) => key))
  })

  test('may have a column whose name begins as such a line does', async () => {
    expect((await itemsOf('sep=;,key\r\n1,files/a.png\r\n')).map(({ key }) => key)).toEqual([
      'files/a.png',
    ])
  })

  test('is refused line by line in another encoding', async () => {
    const [item] = await itemsOf(Buffer.from('key\nfiles/\u00e9.jpg\n', 'latin1'))
    expect(item?.failure?.message).toContain('save the manifest as UTF-8')
  })
})

test('JSON Lines keep all keys byte for byte, and an invalid line is reported with its number', async () => {
  const lines = [
    '{"key":"files/e\\u0301 \\ud83d\\ude00\\n.png"}',
    '',
    '[1]',
    '{"key":1}',
    `{"key":"files/${'é'.repeat(600)}"}`,
    '{"key":"drop/../../etc","recipe":"No Such"}',
    '{"key":"results/job/a.png"}',
    '{"key":"batches/slim/m.jsonl"}',
    '{"key":"files/a","bucket":"other"}',
    `{"key":"files/a","note":"${'x'.repeat(20_000)}"}`,
    '{"key":"drop/slim/last","bucket":"drop"}',
  ]
  const items = await itemsOf(lines.join('\n'), LINES, 4096)
  expect(items[0]).toEqual({ line: 1, key: 'files/e\u0301 😀\n.png', recipe: 'slim' })
  expect(items.at(-1)).toEqual({ line: 11, key: 'drop/slim/last', recipe: 'slim' })
  expect(items.map(({ line }) => line)).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(items.slice(1, -1).map(({ failure }) => failure?.code)).toEqual(
    Array.from({ length: 8 }, () => 'LineInvalid'),
  )
})

test('malformed CSV is reported and not guessed at', async () => {
  const items = await itemsOf('key\nfiles/a,b\n"files/a"x\nfi"les\nfiles/ok\n"files/open\nfiles/b')
  expect(items.map(({ line, key, failure }) => [line, key ?? failure?.code])).toEqual([
    [2, 'LineInvalid'],
    [3, 'LineInvalid'],
    [4, 'LineInvalid'],
    [5, 'files/ok'],
    [6, 'LineInvalid'],
  ])
  expect(items.at(-1)?.failure?.message).toContain('lines 6 to the last')
})

test('quoted fields of many lines cost no more than their characters', async () => {
  // Reading each record anew with every further line would take minutes for these.
  const open = await itemsOf(
    `key\n"${'\n'.repeat(fewOrAll(500_000, 8_000_000))}`,
    rules.key,
    65_536,
  )
  expect(open[0]).toMatchObject({ line: 2, failure: { code: 'LineInvalid' } })
  expect(open[0]?.failure?.message).toContain('has no end')
  const gap = '\n'.repeat(900)
  const closed = await itemsOf(`key,recipe\n"files/${gap}""x""",widen\nfiles/b,\n`)
  expect(closed).toEqual([
    { line: 2, key: `files/${gap}"x"`, recipe: 'widen' },
    { line: 903, key: 'files/b', recipe: 'slim' },
  ])
})

test.each([
  ['batches/slim/m.xml', '<a/>', '.csv, .jsonl'],
  ['batches/slim/m.csv', 'name,size\na,1', 'names a key'],
  [
    'batches/slim/m.csv',
    '"drop","files/a%20b.jpg","v1"\n',
    'S3 Inventory and of S3 Batch Operations',
  ],
  ['batches/slim/m.csv', 'files/a.jpg\nfiles/b.jpg\n', 'Its first line is data'],
  ['batches/slim/m.csv', '\x1f\x8b\x08\0\0\0', 'compressed'],
])('%s with %j is no valid manifest', async (key, text, message) => {
  await expect(itemsOf(text, key)).rejects.toMatchObject({
    name: 'ManifestInvalid',
    message: expect.stringContaining(message),
  })
})

test('a manifest of very many lines needs little memory', async () => {
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    const piece = Buffer.from('{"key":"files/a/b/c.jpg"}\n'.repeat(1000))
    for (let n = 0; n < THOUSANDS; n++) yield piece
  }
  const before = liveHeap()
  let last = 0
  let grown = 0
  for await (const { line } of manifestItems(readLines(pieces()), { ...rules, key: LINES })) {
    last = line
    if (line === 900 * THOUSANDS) grown = liveHeap() - before
  }
  expect(last).toBe(1000 * THOUSANDS)
  expect(grown).toBeLessThan(50_000_000)
})

/** Bytes of the heap that are in use. The process has memory of other tests, too, which comes and goes. */
function liveHeap(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
