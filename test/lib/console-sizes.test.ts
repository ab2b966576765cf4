import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bundleConsole } from '../../lib/console/bundle-console.ts'

const folder = mkdtempSync(join(tmpdir(), 'darkroom-console-sizes-'))
bundleConsole(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packed = (name: string): number => statSync(join(folder, `${name}.br`)).size

/** A script and all that it loads before it runs. */
function loadedWith(name: string, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known
  known.add(name)
  const text = readFileSync(join(folder, name), 'utf8')
  for (const [, inner] of text.matchAll(/(?:from|import)"[./\w-]*\/([\w-]+\.js)"/g))
    loadedWith(inner!, known)
  return known
}

test('the first view comes in 60 KB, the whole console in 180, as Brotli', () => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const [, main = ''] = /assets\/(main-[\w-]+\.js)/.exec(page) ?? []
  const [, style = ''] = /assets\/(console-[\w-]+\.css)/.exec(page) ?? []
  const first = ['index.html', style, ...loadedWith(main)]
  const sum = (names: readonly string[]): number =>
    names.reduce((bytes, name) => bytes + packed(name), 0)
  expect(first.length).toBeGreaterThan(3)
  expect(sum(first)).toBeLessThan(60_000)
  const whole = readdirSync(folder).filter((name) => !name.endsWith('.br'))
  expect(sum(whole)).toBeLessThan(180_000)
  // What packs archives is not loaded before somebody downloads one.
  expect(first.some((name) => name.startsWith('download-results'))).toBe(false)
})
