import { expect, test } from 'vitest'
import { findMutants, plant } from './find-mutants.ts'
import { pick } from './pick.ts'

/** The source as each change would leave it. */
function changed(source: string): string[] {
  return findMutants('a.ts', source).map((mutant) => plant(source, mutant))
}

test.each([
  ['a limit moves by one step', 'f(size > LIMITS.bytes)', ['f(size >= LIMITS.bytes)']],
  ['a number is a limit and a constant', 'f(a <= 7)', ['f(a < 7)', 'f(a <= 8)']],
  ['measured numbers are compared the other way', 'f(left < right)', ['f(left >= right)']],
  ['a loop ends one earlier', 'for (;i < n;) {}', ['for (;i < (n) - 1;) {}']],
  ['a loop runs once more', 'while (a > LIMIT) f()', ['while (a >= LIMIT) f()']],
  ['a condition is turned round', 'a ? b : c', ['!(a) ? b : c']],
  ['a decimal grows by half', 'const CROP = 0.1', ['const CROP = 0.15000000000000002']],
  [
    'of a product the first number changes',
    'const MB = 64 * 1024',
    ['const MB = 64 / 1024', 'const MB = 65 * 1024'],
  ],
  ['a statement is left out', 'f(a)', [';']],
  ['a fall-back replaces what it stands behind', 'const a = b ?? c', ['const a = c']],
  ['parentheses stay in pairs', 'const a = (await b()) ?? (c)', ['const a = (c)']],
  ['a list stays whole', 'const a = (b as C[]).filter(f)', ['const a = (b as C[])']],
  ['a list that may be missing stays whole', 'const a = b?.slice(c)', ['const a = b']],
  ['an expression begins anywhere', 'const A = /^a/', ['const A = /a/']],
  [
    'text changes where it is compared',
    "const a = b === 'ENOTDIR'",
    ["const a = b !== 'ENOTDIR'", "const a = b === '–'"],
  ],
])('%s', (_, source, expected) => {
  expect(changed(source)).toEqual(expect.arrayContaining(expected))
})

test.each([
  ['messages', "throw new Error('no ' + name)"],
  ['types', "type A = { a: 1 | 'b' }"],
  ['imports', "import { a } from './b.ts'"],
  ['what is logged', "log.info('a', { b: 1 })"],
  ['methods that every object has', 'const a = b.toString(c)'],
  ['spread options', 'const a = { ...(b && { b }) }'],
])('%s stay as they are', (_, source) => {
  expect(changed(source)).toEqual([])
})

test('a seed chooses the same changes again, and another seed others', () => {
  const all = Array.from({ length: 500 }, (_, at) => at)
  expect(pick(all, 20, 7)).toEqual(pick(all, 20, 7))
  expect(pick(all, 20, 7)).not.toEqual(pick(all, 20, 8))
  expect(new Set(pick(all, 20, 7)).size).toBe(20)
})

test('a choice between what is compared keeps its boundary', () => {
  expect(changed('b = a < 0 ? 0 : a').filter((text) => text.includes('<='))).toEqual([])
})
