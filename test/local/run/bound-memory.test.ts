import { expect, test } from 'vitest'
import { boundMemory } from '../../../local/run/bound-memory.ts'

const PICTURES = 'DarkroomService-WorkersRunTask'
const PREPARING = 'DarkroomPipeline-Prepare'
const VIDEOS = ['DarkroomService-WorkersRunVideoTask', 'DarkroomService-WorkSegments']

/** The run by itself, at least: less than any has been measured to take. */
const FRESH = 440e6

test.each([
  [2e9, 2],
  [3e9, 3],
  [8e9, 11],
])('with %i bytes %i pictures are worked on at once, within the memory', (memory, count) => {
  const { bytes, decodingBytes, of } = boundMemory(memory)
  expect(of!(PREPARING)).toBe(of!(PICTURES))
  expect(Math.floor(bytes! / of!(PICTURES))).toBe(count)
  expect(FRESH + bytes! + decodingBytes!).toBeLessThanOrEqual(memory)
})

test('a video counts as two pictures, also where workers share it, and fits into the least memory', () => {
  const { bytes, of } = boundMemory(2e9)
  for (const name of VIDEOS) expect(of!(name)).toBe(2 * of!(PICTURES))
  expect(of!(VIDEOS[0]!)).toBeLessThanOrEqual(bytes!)
})

test('models of users are set aside in every thread that carries out tasks, or parts of videos', () => {
  const [without, of] = [boundMemory(8e9).of!, boundMemory(8e9, 1e9).of!]
  for (const name of [PICTURES, ...VIDEOS]) expect(of(name) - without(name)).toBe(1e9)
  expect(of(PREPARING)).toBe(without(PREPARING))
})
