import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sparticuz from '@sparticuz/chromium'

/** Unpacking takes some seconds; a busy machine needs ten times as long. */
const LONGEST_MS = 120_000

/**
 * Unpacks the browser that npm ships, once for all workers of a run: the package takes a file that another process is
 * still writing for a finished one, and starting it fails.
 * @returns the path of its executable
 */
export async function unpackBrowser(): Promise<string> {
  const folder = join(tmpdir(), 'darkroom-browser')
  const done = join(folder, 'path')
  if (mkdirSync(folder, { recursive: true }) === undefined) return await readPath(done)
  const path = await sparticuz.executablePath()
  writeFileSync(`${done}.part`, path)
  renameSync(`${done}.part`, done)
  return path
}

async function readPath(done: string): Promise<string> {
  for (const end = Date.now() + LONGEST_MS; !existsSync(done); await sleep(50)) {
    if (Date.now() > end) throw new Error('Another worker does not finish unpacking the browser.')
  }
  return readFileSync(done, 'utf8')
}
