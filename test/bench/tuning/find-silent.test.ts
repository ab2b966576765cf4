import { expect, test } from 'vitest'
import { findSilent } from './find-silent.ts'

const NUMBERS = [...'abcdefghijklmnopqrstuvwxyz']

/** What each task shows: of `c` only that it is more, of `x` and `y` only that both are moved. */
const SHOWN: Record<string, (moved: readonly string[], way: string) => boolean> = {
  face: (moved, way) => moved.includes('a') || (moved.includes('c') && way === 'more'),
  hand: (moved) => moved.includes('m') || (moved.includes('x') && moved.includes('y')),
}

async function search() {
  const asked: number[] = []
  const silent = await findSilent(
    NUMBERS,
    ['less', 'more'],
    Object.keys(SHOWN),
    async (moved, way, task) => {
      asked.push(moved.length)
      return SHOWN[task]!(moved, way)
    },
  )
  return { asked, silent: silent.join('') }
}

test('names the numbers that no task shows by themselves', async () => {
  expect((await search()).silent).toBe('bdefghijklnopqrstuvwxyz')
})

test('moves many at once: far fewer tries than each number either way for each task', async () => {
  const { asked } = await search()
  expect(asked[0]).toBe(26)
  expect(asked.length).toBeLessThan(50)
})
