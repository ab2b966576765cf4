import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { requireOpenFiles } from '../../bin/program/require-open-files.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { sampled } from '../setup/sampled.ts'

const program = (name: string) =>
  JSON.stringify(new URL(`../../bin/program/${name}.ts`, import.meta.url).href)

function ended(thrown: string) {
  const text = `
    const { endInWords } = await import(${program('end-in-words')})
    process.on('uncaughtException', endInWords)
    setTimeout(async () => { throw ${thrown} })
    setTimeout(() => {}, 60_000)`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', text])
  return { status, said: String(stderr).trim() }
}

// What SQLite says when the commit of a step of a workflow finds no room.
test('a full disk ends the run in one line', () => {
  const full = "Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })"
  expect(ended(full)).toEqual({
    status: 1,
    said: 'darkroom: The disk of the data folder is full. What was under way goes on at the next start.',
  })
})

test('any other error shows where it comes from', () => {
  const { status, said } = ended("new TypeError('ours')")
  expect(status).toBe(1)
  expect(said).toMatch(/^TypeError: ours\n\s+at /)
})

test('a run that may open few files says how to raise the limit before it starts', () => {
  expect(() => requireOpenFiles(72)).toThrow('may open 72 files, and a run needs 1024')
  expect(() => requireOpenFiles(1024)).not.toThrow()
  const text = `await import(${program('require-open-files')}).then((one) => one.requireOpenFiles())`
  const shell = 'ulimit -n 72 && exec "$0" --input-type=module -e "$1"'
  const { stderr } = spawnSync('sh', ['-c', shell, process.execPath, text])
  expect(String(stderr)).toContain('may open 72 files')
  for (const command of sampled(1, ['start', 'demo'])) {
    const darkroom = ['-c', 'ulimit -n 72 && exec "$0" bin/darkroom.ts "$1"', process.execPath]
    const run = spawnSync('sh', [...darkroom, command], { cwd: PROJECT_ROOT })
    expect([command, run.status, String(run.stderr)]).toEqual([
      command,
      1,
      'darkroom: This process may open 72 files, and a run needs 1024: raise the limit with ulimit -n 4096.\n',
    ])
  }
})
