import { expect, test } from 'vitest'
import { findSilent } from './find-silent.ts'

/** What each task shows of the numbers. */
const SHOWN: Record<string, readonly string[]> = {
  dear: ['a', 'b', 'c'],
  eyes: ['a', 'b'],
  mouth: ['d'],
}
const TASKS = [
  { task: 'dear', milliseconds: 900 },
  { task: 'eyes', milliseconds: 100 },
  { task: 'mouth', milliseconds: 90 },
]

async function search(numbers: readonly string[]) {
  const tried: string[] = []
  const silent: string[] = []
  const changes = async (move: string, task: string) => {
    tried.push(`${move} ${task}`)
    return move.startsWith('+') && SHOWN[task]!.includes(move.slice(1))
  }
  const moves = numbers.map((name) => [`-${name}`, `+${name}`])
  await findSilent(moves, TASKS, changes, ([move]) => silent.push(move!.slice(1)))
  return { tried, silent }
}

test('names the numbers that no task shows', async () => {
  expect((await search(['a', 'x', 'c', 'd'])).silent).toEqual(['x'])
})

test('ends with the first task that shows a number', async () => {
  expect((await search(['d'])).tried).toEqual(['-d mouth', '+d mouth'])
})

test('begins with the task that showed the number before', async () => {
  const { tried } = await search(['a', 'b'])
  expect(tried.slice(-2)).toEqual(['-b eyes', '+b eyes'])
})

test('asks a dear task last', async () => {
  const { tried } = await search(['c'])
  expect(tried.map((of) => of.split(' ')[1])).toEqual([
    'mouth',
    'mouth',
    'eyes',
    'eyes',
    'dear',
    'dear',
  ])
})
