import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { findRun } from '../../bin/connection/find-run.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { lockFolder } from '../../local/lock/lock-folder.ts'
import { ADDRESS_FIELDS, addressFile, type LocalAddresses } from '../../local/run/addresses.ts'
import { registerRun } from '../../local/run/register-run.ts'
import { runFreely } from '../first-hour/run-command.ts'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { expectWithinMemory, memoryOption } from '../stack/expect-bounded-memory.ts'
import { startProcess } from '../stack/start-process.ts'
import { runWords } from './run-words.ts'

/** What the run may take, bytes. */
const MEMORY = 2e9

/** An empty folder, in which commands are typed, and beside it the data folders and the registry. */
let elsewhere: string
let root: string
const home = process.cwd()

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'darkroom-find-run-'))
  elsewhere = join(root, 'elsewhere')
  mkdirSync(elsewhere)
  process.chdir(elsewhere)
  vi.stubEnv('XDG_STATE_HOME', join(root, 'state'))
  vi.stubEnv('DARKROOM_DATA_DIR', undefined)
})
afterAll(() => {
  process.chdir(home)
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

function darkroom(...words: string[]) {
  return runFreely(
    process.execPath,
    [join(PROJECT_ROOT, 'bin', 'darkroom.js'), ...words],
    elsewhere,
  )
}

/** What a folder of a run has: its addresses, and a lock that is held until it is released or the test ends. */
function pretendRun(folder: string, at: LocalAddresses) {
  const lock = lockFolder(folder)
  writeFileSync(addressFile(folder), JSON.stringify(at))
  onTestFinished(() => lock.release())
  return lock
}

test('commands typed in another folder find the run that goes on, until it stops', async () => {
  expect(() => findRun()).toThrow(/^No local run goes on\. Start one with: (npx )?darkroom start/)
  const dataDir = join(root, 'data')
  const started = await startProcess(dataDir, memoryOption(MEMORY))
  const registry = join(root, 'state', 'darkroom', 'runs')
  const [entry] = readdirSync(registry)
  const text = readFileSync(join(registry, entry!), 'utf8')
  expect(Object.keys(JSON.parse(text)).sort()).toEqual(['folder', 'pid', 'since'])
  for (const secret of [started.at.apiKey, started.at.secretAccessKey]) {
    expect(text).not.toContain(secret)
  }
  expect(statSync(join(registry, entry!)).mode & 0o777).toBe(0o600)
  const written = JSON.parse(readFileSync(addressFile(dataDir), 'utf8'))
  // Without a receiver there is nothing to sign with, and this run has no generator.
  const absent = ['noticeSecret', 'generator']
  const fields = ADDRESS_FIELDS.filter((field) => !absent.includes(field))
  expect(Object.keys(written).sort()).toEqual(fields.sort())
  expect(statSync(addressFile(dataDir)).mode & 0o077).toBe(0)
  expect(await runWords(undefined, 'jobs', '--json')).toMatchObject({ code: 0, out: '[]\n' })
  expect(findRun()).toEqual(started.at)

  // Two go on: either is found by its folder, and by nothing else.
  const second = join(root, 'second')
  const other = pretendRun(second, started.at)
  const forget = registerRun(second)
  const asked = await runWords(undefined, 'jobs')
  expect(asked.code).toBe(1)
  expect(asked.err).toMatch(/^darkroom: 2 local runs go on: [^\n]*--data <folder>[^\n]*\n$/)
  for (const folder of [dataDir, second]) expect(asked.err).toContain(`${folder} (process `)
  if (isEveryCaseTried()) {
    vi.stubEnv('DARKROOM_DATA_DIR', dataDir)
    expect((await darkroom('jobs', '--json')).stdout).toBe('[]\n')
    const named = await darkroom('jobs', '--data', join(root, 'nowhere'))
    expect(named.stderr).toContain(`Nothing runs on the folder ${join(root, 'nowhere')}.`)
    vi.stubEnv('DARKROOM_DATA_DIR', undefined)
  }
  forget()

  // `thread-places.test.ts` holds in `npm test` what a run lets its threads take, `test/hostile/memory.test.ts` what
  // the engine takes. `/proc` tells of memory.
  if (process.platform === 'linux' && isEveryCaseTried()) {
    await expectWithinMemory(started, 1, { memory: MEMORY, factor: 0.3 })
  }

  expect(await started.end('SIGTERM')).toBe(0)
  expect(readdirSync(registry)).toEqual([])
  expect(() => findRun()).toThrow('No local run goes on.')

  // One that was killed leaves its addresses and its entry behind.
  registerRun(second)
  expect(findRun()).toEqual(started.at)
  other.release()
  expect(() => findRun()).toThrow('No local run goes on.')

  // The folder one stands in comes before the others, while its run goes on.
  const again = pretendRun(second, started.at)
  registerRun(second)
  const here = pretendRun('.darkroom', { ...started.at, apiKey: 'of this folder' })
  expect(findRun().apiKey).toBe('of this folder')
  here.release()
  expect(findRun()).toEqual(started.at)
  again.release()
})
