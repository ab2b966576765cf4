import { expect, test } from 'vitest'
import type { JobRow } from '../../../catalog/console/wire.ts'
import { mergeChanged, newerThan } from '../../../web/console/jobs/merge-rows.ts'
import { windowOf } from '../../../web/console/list/window-of.ts'
import { splitKey, visible } from '../../../web/console/text/visible.ts'
import { de } from '../../../web/console/words/de.ts'
import { en } from '../../../web/console/words/en.ts'

test('characters that hide or turn others are shown as escapes', () => {
  expect(visible('photo\u202egnp.exe.jpg')).toBe('photo\\u202egnp.exe.jpg')
  expect(visible('a\nb\u0007\u200b\u2066c\ufeff')).toBe('a\\u000ab\\u0007\\u200b\\u2066c\\ufeff')
  expect(visible('Zoë – 写真 <img onerror=x>')).toBe('Zoë – 写真 <img onerror=x>')
})

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

test('only rows that changed are replaced, and a list without a change is the same list', () => {
  const rows = [row('a', 'running'), row('b', 'succeeded')]
  expect(mergeChanged(rows, [row('a', 'running'), row('c', 'failed')])).toBe(rows)
  const merged = mergeChanged(rows, [row('a', 'failed')])
  expect(merged.map(({ status }) => status)).toEqual(['failed', 'succeeded'])
  expect(merged[1]).toBe(rows[1])
  expect(newerThan([row('a', 'running'), row('z', 'running')], rows).map(({ id }) => id)).toEqual([
    'z',
  ])
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
