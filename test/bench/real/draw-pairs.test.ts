import { expect, test } from 'vitest'
import { drawPairs } from './draw-pairs.ts'

const PHOTOS = ['people/a', 'people/b', 'people/c', 'garments/d', 'garments/e'].map((file) => ({
  file,
  kind: file.split('/')[0]!,
  words: [],
}))
const CASE = {
  src: ({ kind }: { kind: string }) => kind === 'people',
  ref: ({ kind }: { kind: string }) => kind === 'garments',
  keepsFaces: true,
}

test('a seed gives the same pairs, every source before any twice, and no pair twice', () => {
  const pairs = drawPairs(PHOTOS, CASE, 100, 3)
  expect(drawPairs(PHOTOS, CASE, 100, 3)).toEqual(pairs)
  expect(new Set(pairs.slice(0, 3).map(({ src }) => src.file)).size).toBe(3)
  const names = pairs.map(({ src, ref }) => `${src.file} ${ref?.file}`)
  expect(names).toHaveLength(6)
  expect(new Set(names).size).toBe(6)
})
