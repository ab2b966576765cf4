import { expect, test } from 'vitest'
import type { BatchShown, JobRow } from '../../../catalog/console/wire.ts'
import { mergeBatches } from '../../../web/console/batches/merge-batches.ts'
import { nameInZip } from '../../../web/console/batches/name-in-zip.ts'
import { goneSince } from '../../../web/console/job/gone-since.ts'
import { linesOf } from '../../../web/console/job/lines-of.ts'
import { LineInvalid, overridesFrom } from '../../../web/console/job/overrides.ts'
import { whyChosen } from '../../../web/console/job/why-chosen.ts'
import { mergeChanged } from '../../../web/console/jobs/merge-changed.ts'
import { boxHeight, boxTop, rowsTop, windowOf } from '../../../web/console/list/window-of.ts'
import {
  createThumbnailQueue,
  holdWhileRushing,
} from '../../../web/console/pictures/thumbnail-queue.ts'
import { splitKey } from '../../../web/console/text/split-key.ts'
import { de } from '../../../web/console/words/de.ts'
import { en } from '../../../web/console/words/en.ts'

test('a key is its name, and the folder below its recipe', () => {
  expect(splitKey('drop/slim/wedding/day 1/a.jpg')).toEqual({
    name: 'a.jpg',
    folder: 'wedding/day 1',
  })
  expect(splitKey('files/a.jpg')).toEqual({ name: 'a.jpg', folder: '' })
})

test('of 20,000 rows those in sight are drawn, and some around them', () => {
  const list = { rowHeight: 64, count: 20_000, overscan: 12 }
  expect(windowOf({ scrollTop: 0, height: 640 }, list)).toEqual({ first: 0, last: 22 })
  expect(windowOf({ scrollTop: 640_000, height: 640 }, list)).toEqual({ first: 9988, last: 10_022 })
  expect(windowOf({ scrollTop: 1_279_360, height: 640 }, list)).toEqual({
    first: 19_978,
    last: 20_000,
  })
  expect(windowOf({ scrollTop: 0, height: 640 }, { ...list, count: 0 })).toEqual({
    first: 0,
    last: 0,
  })
})

const row = (id: string, status: JobRow['status']): JobRow => ({
  id,
  status,
  createdAt: '2026-11-26T12:00:00.000Z',
  key: 'drop/slim/a.jpg',
  size: 1,
  recipe: 'slim',
  attempt: 0,
  batched: false,
  results: [],
})

test('batches of several pages are there once, as they were answered last, the newest first', () => {
  const batch = (id: string, minute: number, status: BatchShown['status']) =>
    ({ id, status, createdAt: `2026-11-26T12:0${minute}:00.000Z` }) as BatchShown
  const known = [batch('batch-b', 2, 'running'), batch('batch-a', 1, 'failed')]
  const answered = [batch('batch-d', 2, 'running'), batch('batch-b', 2, 'succeeded')]
  const merged = mergeBatches(known, answered)
  expect(merged.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'batch-d running',
    'batch-b succeeded',
    'batch-a failed',
  ])
})

test('only rows that changed are replaced, and a list without a change is the same list', () => {
  const rows = [row('a', 'running'), row('b', 'succeeded')]
  expect(mergeChanged(rows, [row('a', 'running'), row('c', 'failed')])).toBe(rows)
  const merged = mergeChanged(rows, [row('a', 'failed')])
  expect(merged.map(({ status }) => status)).toEqual(['failed', 'succeeded'])
  expect(merged[1]).toBe(rows[1])
})

/** Every word by its path. */
function pathsOf(value: object, at = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' ? pathsOf(inner, `${at}${name}.`) : [`${at}${name}`],
  )
}

test('German has every word that English has', () => {
  const inEnglish = pathsOf(en).filter((path) => !path.startsWith('refusals.'))
  const inGerman = pathsOf(de).filter((path) => !path.startsWith('refusals.'))
  expect(inGerman).toEqual(inEnglish)
})

test('a list of 300,000 rows scrolls to its last row in a box that no browser cuts', () => {
  const [rowsHeight, height] = [300_000 * 76, 800]
  expect(boxHeight(rowsHeight)).toBe(5_000_000)
  expect(rowsTop(0, rowsHeight, height)).toBe(0)
  expect(rowsTop(5_000_000 - height, rowsHeight, height)).toBeCloseTo(rowsHeight - height)
  expect(boxTop(rowsTop(1234, rowsHeight, height), rowsHeight, height)).toBeCloseTo(1234)
  expect([boxHeight(76_000), rowsTop(500, 76_000, height)]).toEqual([76_000, 500])
})

test('six thumbnails load at once, the newest sight first, and none while the list rushes by', async () => {
  const queue = createThumbnailQueue()
  const begun: number[] = []
  const leave = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => queue.enter(() => begun.push(from + at)))
  const first = leave(0, 10)
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
  const second = leave(10, 13)
  await Promise.resolve()
  first[0]?.()
  first[0]?.()
  expect(begun.slice(6)).toEqual([10])
  queue.hold(true)
  first[1]?.()
  expect(queue.counts()).toEqual({ loading: 5, waiting: 6 })
  // One that is out of sight again is not asked for.
  second[1]?.()
  queue.hold(false)
  expect(begun.slice(7)).toEqual([12])
  for (const end of [...first, ...second]) end()
  expect(queue.counts()).toEqual({ loading: 0, waiting: 0 })
})

test('a list rushes by from 3,000 pixels a second on', () => {
  const held: boolean[] = []
  let now = 0
  const scrolled = holdWhileRushing({ hold: (on) => held.push(on) }, () => now)
  now = 100
  scrolled(200)
  expect(held).toEqual([])
  now = 200
  scrolled(600)
  expect(held).toEqual([true])
})

test('lines of overrides become what is laid over a recipe', () => {
  expect(
    overridesFrom(['steps.1.target=index:2', '', ' steps.1.parameters.features.slim = -40 ']),
  ).toEqual({ steps: [{}, { target: 'index:2', parameters: { features: { slim: -40 } } }] })
  for (const line of ['slim', '=4', 'a..b=1', '__proto__.x=1']) {
    expect(() => overridesFrom([line])).toThrow(LineInvalid)
  }
})

test('results keep their folders in an archive, and no name leads out of it or stands for two', () => {
  const taken = new Set<string>()
  const name = (source: string, own: string) => nameInZip({ source, name: own }, taken)
  expect(name('drop/slim/wedding/day 1/a.jpg', 'a.jpg')).toBe('wedding/day 1/a.jpg')
  expect(name('drop/other/wedding/day 1/A.jpg', 'A.jpg')).toBe('wedding/day 1/A (2).jpg')
  expect(name('files/../../etc/x.jpg', 'x.jpg')).toBe('etc/x.jpg')
  expect(name('files/a\u202eb/c:d.jpg', 'c:d\n.jpg')).toBe('a_b/c_d_.jpg')
})

test('an analysis is shown line by line', () => {
  expect(linesOf({ type: 'III', scores: [0.1, { of: null }] })).toEqual([
    ['type', 'III'],
    ['scores.0', '0.1'],
    ['scores.1.of', 'null'],
  ])
})

test('what is kept for some days after an end is gone from that very moment on', () => {
  const ended = '2026-01-01T12:00:00.000Z'
  const until = Date.parse('2026-01-31T12:00:00.000Z')
  expect(goneSince(ended, 30, until - 1)).toBeUndefined()
  expect(goneSince(ended, 30, until)).toEqual(new Date(until))
  expect(goneSince(undefined, 30, until)).toBeUndefined()
})

test('why somebody was chosen is said in the words of whoever looks', () => {
  expect(whyChosen('leftmost of 3', en)).toBe('the leftmost of 3')
  expect(whyChosen('largest of 2 usable of 3', en)).toBe(
    'the largest of 2 who can be worked on, of 3',
  )
  expect(whyChosen('largest of 1 usable of 1', de)).toBe('die einzige')
  expect(whyChosen('index 1 of 3 as asked', de)).toBe('index 1 of 3 as asked')
})
