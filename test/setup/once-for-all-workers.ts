import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What is made takes some seconds; a busy machine needs ten times as long. */
const LONGEST_MS = 120_000

/**
 * Makes something once for all workers of a run of the tests, which share a temporary folder. Elsewhere it is made
 * anew.
 * @param name of the folder that is made for it
 * @param make is given that folder
 * @returns what `make` returned in the worker that made it
 * @throws Error where another worker does not finish making it
 */
export async function onceForAllWorkers(
  name: string,
  make: (folder: string) => string | Promise<string>,
): Promise<string> {
  if (!process.env['VITEST']) return await make(mkdtempSync(join(tmpdir(), name)))
  const folder = join(tmpdir(), name)
  const done = join(folder, 'made')
  if (mkdirSync(folder, { recursive: true }) === undefined) return await readMade(done, name)
  const made = await make(folder)
  writeFileSync(`${done}.part`, made)
  renameSync(`${done}.part`, done)
  return made
}

async function readMade(done: string, name: string): Promise<string> {
  for (const end = Date.now() + LONGEST_MS; !existsSync(done); await sleep(50)) {
    if (Date.now() > end) throw new Error(`Another worker does not finish making ${name}.`)
  }
  return readFileSync(done, 'utf8')
}
