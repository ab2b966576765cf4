import { expect, test } from 'vitest'
import { parseMemory, usualMemory } from '../../bin/program/memory-option.ts'

test.each([
  ['3GB', 3e9],
  ['2.5gb', 2.5e9],
  ['2G', 2e9],
  ['4', 4e9],
  ['3500 MB', 3.5e9],
])('--memory %s is %i bytes', (text, bytes) => {
  expect(parseMemory(text)).toBe(bytes)
})

test.each(['1.9GB', '1999MB', '0', '-3GB', 'much', '3TB', ''])('--memory %j is refused', (text) => {
  expect(() => parseMemory(text)).toThrow('--memory takes a size of at least 2GB, such as 3GB.')
})

test('a third of the machine, or of its container, is taken, and at least 2 GB', () => {
  expect(usualMemory(24e9, 0)).toBe(8e9)
  expect(usualMemory(24e9, 9e9)).toBe(3e9)
  // Without a container's limit, systems tell of one beyond the machine.
  expect(usualMemory(24e9, 2 ** 60)).toBe(8e9)
  expect(usualMemory(4e9, 0)).toBe(2e9)
})
