import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePrivate } from '../../../local/lock/make-private.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'private-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function modeOf(path: string): number {
  return statSync(path).mode & 0o777
}

test('a new data folder is its owner’s alone', () => {
  const folder = join(root, 'a', 'data')
  makePrivate(folder)
  expect(modeOf(folder)).toBe(0o700)
})

test('an empty folder that others may read is closed', () => {
  const folder = join(root, 'empty')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  makePrivate(folder)
  expect(modeOf(folder)).toBe(0o700)
})

test('a data folder of a former run is closed with everything in it', () => {
  const folder = join(root, 'former')
  mkdirSync(join(folder, 's3'), { recursive: true })
  writeFileSync(join(folder, 'lock.db'), '')
  writeFileSync(join(folder, 's3', 'object'), '')
  chmodSync(join(folder, 's3', 'object'), 0o644)
  chmodSync(folder, 0o777)
  makePrivate(folder)
  expect(modeOf(folder)).toBe(0o700)
  expect(modeOf(join(folder, 's3')) & 0o077).toBe(0)
  expect(modeOf(join(folder, 's3', 'object'))).toBe(0o600)
})

test('a folder of somebody’s own files is refused with the command, and stays as it is', () => {
  const folder = join(root, "it's mine")
  mkdirSync(folder)
  writeFileSync(join(folder, 'letter.txt'), '')
  chmodSync(folder, 0o755)
  expect(() => makePrivate(folder)).toThrow(/Run chmod -R go= '.*mine', or choose another folder/)
  expect(modeOf(folder)).toBe(0o755)
})
