import { expect, test } from 'vitest'
import { readBatchItems } from '../../../../functions/operate/batches/read-batch-items.ts'
import { scripted } from '../scripted.ts'

const PAGE = 512 * 1024

/** S3 with a list of so many bytes, which answers by ranges; without the size of all where `told` is false. */
function listOf(text: string, told = true) {
  const all = Buffer.from(text)
  const { client, asked } = scripted({
    GetObject: ({ Range }: { Range: string }) => {
      const [from = 0, to = 0] = Range.replace('bytes=', '').split('-').map(Number)
      const bytes = all.subarray(from, to + 1)
      return {
        ...(told && { ContentRange: `bytes ${from}-${from + bytes.length - 1}/${all.length}` }),
        Body: { transformToByteArray: async () => bytes },
      }
    },
  })
  const clients = { s3: client, at: { resultsBucket: 'results' } } as never
  const read = (asks = {}) => readBatchItems({ results: 'list' }, asks, clients)
  return { asked, read }
}
const line = (n: number, status = 'failed') => `${JSON.stringify({ line: n, status })}\n`
const lines = (count: number) => Array.from({ length: count }, (_, at) => line(at))

test('a batch that has not ended has no items, and nothing is asked', async () => {
  const { client, asked } = scripted({})
  const clients = { s3: client, at: { resultsBucket: 'results' } } as never
  expect(await readBatchItems({}, {}, clients)).toEqual({ items: [] })
  expect(asked).toEqual([])
})

test('half a mebibyte is read from where the page begins', async () => {
  const { asked, read } = listOf(line(1) + line(2))
  expect(await read()).toEqual({ items: [1, 2].map((n) => ({ line: n, status: 'failed' })) })
  const after = line(1).length
  expect(await read({ after })).toEqual({ items: [{ line: 2, status: 'failed' }] })
  expect(asked.map(([, input]) => input)).toEqual(
    [`bytes=0-${PAGE - 1}`, `bytes=${after}-${after + PAGE - 1}`].map((Range) => ({
      Bucket: 'results',
      Key: 'list',
      Range,
    })),
  )
})

test('an empty line is none, also at the beginning of a list of several pages', async () => {
  const { items, next } = await listOf(`\n${line(1)}${line(2)}${'x'.repeat(PAGE)}`).read()
  expect(items.map((item) => item.line)).toEqual([1, 2])
  expect(next).toBe(1 + line(1).length + line(2).length)
})

test('two hundred items are a page, and the next begins behind them', async () => {
  const two = await listOf(lines(200).join('')).read()
  expect([two.items.length, 'next' in two]).toEqual([200, false])
  const more = await listOf(lines(201).join('')).read()
  expect([more.items.length, more.next]).toEqual([200, lines(200).join('').length])
})

test('only those of a state, or of some, are counted', async () => {
  const { read } = listOf(line(1) + line(2, 'refused') + line(3, 'succeeded'))
  const found = async (state: unknown) => (await read({ state })).items.map((item) => item.line)
  expect(await found('failed')).toEqual([1])
  expect(await found(['refused', 'succeeded'])).toEqual([2, 3])
})

test('a line that goes on behind the range is read with the next page, and the last may have no end', async () => {
  const long = ' '.repeat(PAGE - 10)
  const { read } = listOf(`${long}\n\n${line(1).trimEnd()}`)
  const first = await read()
  expect(first).toEqual({ items: [], next: PAGE - 8 })
  expect(await read({ after: PAGE - 8 })).toEqual({ items: [{ line: 1, status: 'failed' }] })
  // Where S3 does not say how long all is, what it gave is all.
  expect(await listOf(line(1).trimEnd(), false).read()).toEqual({
    items: [{ line: 1, status: 'failed' }],
  })
  const untold = await listOf(lines(201).join(''), false).read()
  expect([untold.items.length, untold.next]).toEqual([200, lines(200).join('').length])
  // A line that is longer than a page is not read over and over.
  expect(await listOf(' '.repeat(PAGE + 1)).read()).toEqual({ items: [] })
})
