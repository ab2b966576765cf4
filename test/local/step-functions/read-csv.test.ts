import { expect, test } from 'vitest'
import { readCsv } from '../../../local/step-functions/map-run/read-csv.ts'

async function recordsOf(lines: Iterable<string>): Promise<unknown[]> {
  const source = async function* (): AsyncGenerator<string> {
    yield* lines
  }
  const records: unknown[] = []
  for await (const record of readCsv(source())) records.push(record)
  return records
}

test('reads quoted fields over lines, doubled quotes, missing and further fields', async () => {
  expect(
    await recordsOf(['a,b', '1,"x ""y"""', '', '"two', '', 'lines",z,further', 'only', 'm"id,']),
  ).toEqual([
    { a: '1', b: 'x "y"' },
    { a: 'two\n\nlines', b: 'z' },
    { a: 'only', b: '' },
    { a: 'm"id', b: '' },
  ])
})

test('a record has 262,143 characters and the ends of its lines at most', async () => {
  const most = 262_144
  const plain = 'x'.repeat(most - 1)
  expect(await recordsOf(['a', plain])).toEqual([{ a: plain }])
  await expect(recordsOf(['a', `${plain}x`])).rejects.toThrow('a quoted field has no end')
  const lines = [`"${'x'.repeat(most - 5)}`, 'y"']
  expect(await recordsOf(['a', ...lines])).toHaveLength(1)
  await expect(recordsOf(['a', ...lines.with(1, 'yy"')])).rejects.toThrow('has no end')
})

test('refuses a quote without an end as soon as the record is too long', async () => {
  const drawn = { lines: 0 }
  const lines = function* (): Generator<string> {
    yield 'a'
    yield '"'
    for (;;) {
      drawn.lines += 1
      yield ''
    }
  }
  await expect(recordsOf(lines())).rejects.toThrow('a quoted field has no end')
  expect(drawn.lines).toBeLessThanOrEqual(262_144)
  await expect(recordsOf(['a', '"b'])).rejects.toThrow('a quoted field has no end')
})
