import { expect, test } from 'vitest'
import { readCsv } from '../../../../../functions/pipeline/core/manifests/read-csv.ts'

/** The records of lines, each a key where it could be read. */
async function keysOf(...texts: string[]): Promise<unknown[]> {
  async function* lines() {
    for (const [nth, text] of texts.entries()) yield { line: nth + 1, text }
  }
  const keys: unknown[] = []
  for await (const { record } of readCsv(lines() as never)) {
    keys.push(typeof record === 'string' ? record : record['key'])
  }
  return keys
}

test('a record of 16,384 characters is read, and no longer one', async () => {
  const most = 'a'.repeat(16_384)
  expect(await keysOf('key', most, `${most}a`, 'b')).toEqual([
    most,
    'The line is too long or its quotes are not closed.',
    'b',
  ])
})

test('line breaks of a quoted field count as well', async () => {
  const half = 'a'.repeat(8190)
  // Two quotes, a line break, and one character more.
  expect(await keysOf('key', `"${half}`, `${half}a"`, 'b')).toEqual([`${half}\n${half}a`, 'b'])
  expect(await keysOf('key', `"${half}`, `${half}aa"`, 'b')).toEqual([
    'A quoted field has no end; it takes lines 2 to 3 with it.',
    'b',
  ])
})
