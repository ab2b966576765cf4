import sharp from 'sharp'
import { expect, test } from 'vitest'
import { compareTasks } from './compare-tasks.ts'
import type { RecordedTask } from './recording-engine.ts'

const TASK: RecordedTask = {
  feature: 'face-lift',
  stage: 'effect',
  params: { type: 'auto' },
  files: { src: ['source'] },
  made: 'before',
  results: { index: 0 },
}

async function plain(level: number): Promise<Uint8Array> {
  const data = new Uint8Array(48).fill(100)
  data[5] = level
  return await sharp(data, { raw: { width: 4, height: 4, channels: 3 } })
    .png()
    .toBuffer()
}

async function changesOf(after: Partial<RecordedTask>): Promise<string[]> {
  const made: Record<string, Uint8Array> = { before: await plain(100), after: await plain(103) }
  const read = (hash: string) => made[hash]!
  const changed = await compareTasks(
    new Map([['key', TASK]]),
    new Map([['key', { ...TASK, ...after }]]),
    read,
    read,
  )
  return changed.map(({ change }) => change)
}

test('the same file and fields are no change', async () => {
  expect(await changesOf({})).toEqual([])
})

test('one sample by three levels is told', async () => {
  expect(await changesOf({ made: 'after' })).toEqual([
    'most 3 levels, mean 0.0625, 2.08 % of samples',
  ])
})

test('other fields and refusals are told', async () => {
  expect(await changesOf({ results: { index: 1 } })).toEqual(['{"index":0} → {"index":1}'])
  expect(await changesOf({ refused: 'No face.' })).toEqual(['done → No face.'])
})

test('a task on one side alone is told', async () => {
  const tasks = new Map([['key', TASK]])
  const read = () => new Uint8Array()
  expect(await compareTasks(tasks, new Map(), read, read)).toHaveLength(1)
  expect(await compareTasks(new Map(), tasks, read, read)).toHaveLength(1)
})
