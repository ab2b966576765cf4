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
import { expect, onTestFinished, test } from 'vitest'
import { lockFolder } from '../../../local/lock/lock-folder.ts'
import { registerRun } from '../../../local/run/register-run.ts'
import { registeredRuns, registryFolder } from '../../../local/run/registered-runs.ts'

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-registry-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function held(folder: string) {
  const lock = lockFolder(folder)
  onTestFinished(() => lock.release())
  return lock
}

test('a run stands in the registry by folder, process and time alone, for its owner only', () => {
  const home = temporary()
  const registry = registryFolder({}, 'linux', home)
  held(join(home, 'data'))
  const forget = registerRun(join(home, 'data'), registry)
  const [run, ...others] = registeredRuns(registry)
  expect(others).toEqual([])
  expect(run).toEqual({ folder: join(home, 'data'), pid: process.pid, since: expect.any(String) })
  expect(Date.parse(run!.since)).toBeGreaterThan(0)
  const [name] = readdirSync(registry)
  const file = join(registry, name!)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(run)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(registry).mode & 0o077).toBe(0)
  forget()
  forget()
  expect(readdirSync(registry)).toEqual([])
})

test('what a killed run left is passed over, though its pid lives, and goes at the next start', () => {
  const home = temporary()
  const registry = join(home, 'runs')
  const killed = held(join(home, 'killed'))
  registerRun(join(home, 'killed'), registry)
  killed.release()
  expect(registeredRuns(registry)).toEqual([])
  held(join(home, 'next'))
  registerRun(join(home, 'next'), registry)
  expect(readdirSync(registry)).toHaveLength(1)
  expect(registeredRuns(registry).map(({ folder }) => folder)).toEqual([join(home, 'next')])
})

test('a folder that is started again has one entry', () => {
  const home = temporary()
  const registry = join(home, 'runs')
  held(join(home, 'data'))
  registerRun(join(home, 'data'), registry)
  registerRun(join(home, 'data'), registry)
  expect(registeredRuns(registry)).toHaveLength(1)
})

test('what is no entry is passed over, and so is a registry that is not there', () => {
  const registry = temporary()
  writeFileSync(join(registry, 'torn.json'), '{"folder":')
  writeFileSync(join(registry, 'other.json'), '{"folder":7}')
  writeFileSync(join(registry, 'note.txt'), 'hello')
  mkdirSync(join(registry, 'folder.json'))
  expect(registeredRuns(registry)).toEqual([])
  expect(registeredRuns(join(registry, 'missing'))).toEqual([])
})

test.each([
  ['linux', {}, '/home/ada/.local/state/darkroom/runs'],
  ['linux', { XDG_STATE_HOME: '/state' }, '/state/darkroom/runs'],
  ['linux', { XDG_STATE_HOME: 'relative' }, '/home/ada/.local/state/darkroom/runs'],
  ['darwin', {}, '/home/ada/Library/Application Support/darkroom/runs'],
  ['win32', {}, '/home/ada/AppData/Local/darkroom/runs'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/darkroom/runs'],
] as const)('on %s with %j it is %s', (platform, env, folder) => {
  expect(registryFolder(env, platform, '/home/ada')).toBe(folder)
})
