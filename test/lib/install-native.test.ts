import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WORKER_PLATFORM } from '../../lib/worker/complete-worker.ts'
import { installNative } from '../../lib/worker/install-native.ts'

let folder: string
let said: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'install-native-'))
  said = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** Nothing npm has ever seen can help it: its own cache is an empty folder. */
function pointNpmAt(registry: string): void {
  vi.stubEnv('npm_config_registry', registry)
  vi.stubEnv('npm_config_cache', join(folder, 'npm'))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('without a registry and with nothing kept: says what it waits for, and ends in one line', async () => {
  pointNpmAt(`http://127.0.0.1:${await freePort()}`)
  // As below `npm run --silent`: the reason is told all the same.
  vi.stubEnv('npm_config_loglevel', 'silent')
  const cache = join(folder, 'cache')
  const install = () => installNative('sharp', WORKER_PLATFORM, folder, cache)
  expect(install).toThrow(
    /^The worker's native parts, sharp [\d.]+ for linux on arm64, are not in \S+cache and could not be fetched from the package registry \(ECONNREFUSED\)\. Synthesize once where npm reaches its registry, or copy that folder from there\.$/,
  )
  expect(said).toMatch(/^Fetching sharp [\d.]+ for linux on arm64 from the package registry, .*\n$/)
  expect(readdirSync(cache)).toEqual([])
})

test('without a registry and with the parts kept: takes those, and says nothing', async () => {
  const cache = join(folder, 'cache')
  installNative('sharp', WORKER_PLATFORM, join(folder, 'first'), cache)
  said = ''
  pointNpmAt(`http://127.0.0.1:${await freePort()}`)
  installNative('sharp', WORKER_PLATFORM, join(folder, 'second'), cache)
  const placed = (name: string) => readdirSync(join(folder, name, 'node_modules', '@img')).sort()
  expect(placed('second')).toEqual(placed('first'))
  expect(placed('second')).toContain('sharp-linux-arm64')
  expect(said).toBe('')
})
