import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadState, saveState } from '../../../local/state/saved-state.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'darkroom-state-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

test('a new folder notes when it was made, and keeps that', () => {
  const at = folder()
  const before = new Date().toISOString()
  const made = loadState(at)
  expect(String(made.begunAt) >= before).toBe(true)
  saveState(at, made)
  expect(loadState(at)).toEqual(made)
})

test('of a folder that an earlier release made nobody knows when that was', () => {
  const at = folder()
  writeFileSync(join(at, 'state.json'), '{"ports":{},"secretAccessKey":"0123456789abcdef"}')
  expect(loadState(at).begunAt).toBeUndefined()
})
