import { posix, win32 } from 'node:path'
import { expect, test } from 'vitest'
import { pathBelow } from '../../../../functions/operate/results/path-below.ts'
import { fc } from '../../../setup/random.ts'

test.each([
  ['a/b.jpg', '/out/a/b.jpg'],
  ['../../a/./b.jpg', '/out/a/b.jpg'],
  ['/etc/passwd', '/out/etc/passwd'],
  ['a\\..\\b.jpg', '/out/a\\..\\b.jpg'],
  ['a\u001b[2J\u202e.jpg', '/out/a_[2J_.jpg'],
])('%j lies below the folder', (name, path) => {
  expect(pathBelow('/out', name, posix)).toBe(path)
})

test.each([
  ['a/b.jpg', 'C:\\out\\a\\b.jpg'],
  ['..\\..\\a/b.jpg', 'C:\\out\\a\\b.jpg'],
  ['a/.. /.../b.jpg', 'C:\\out\\a\\b.jpg'],
  ['D:\\b.jpg', 'C:\\out\\D_\\b.jpg'],
  ['b.jpg:hidden', 'C:\\out\\b.jpg_hidden'],
  ['con/NUL.txt', 'C:\\out\\_con\\_NUL.txt'],
])('on Windows %j lies below the folder', (name, path) => {
  expect(pathBelow('C:\\out', name, win32)).toBe(path)
})

test.each(['', '..', '../..', '/', './.'])('%j names no file', (name) => {
  expect(() => pathBelow('/out', name, posix)).toThrow('No file below /out can be named')
})

test('no key leaves the folder, on any system', () => {
  const part = fc.oneof(
    fc.constantFrom('..', '.', '.. ', '', 'C:', '\\', '..\\..', 'a'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(part), fc.constantFrom(posix, win32), (parts, path) => {
      const folder = path === posix ? '/out' : 'C:\\out'
      let found: string
      try {
        found = pathBelow(folder, parts.join('/'), path)
      } catch {
        return
      }
      expect(path.resolve(found).startsWith(`${folder}${path.sep}`)).toBe(true)
    }),
  )
})
