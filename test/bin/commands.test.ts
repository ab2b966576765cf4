import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Help } from 'commander'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { COMMANDS } from '../../bin/commands.ts'
import { makeProgram } from '../../bin/program/make-program.ts'
import { runProgram } from '../../bin/program/run-program.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { type Ended, runFreely } from '../first-hour/run-command.ts'
import { sampled } from '../setup/sampled.ts'

/** An empty folder, in which every command runs. */
let folder: string
const home = process.cwd()
/** The help of every command by its words: `keys create`. */
const helps = new Map<string, Ended>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'first-hour-commands-'))
  process.chdir(folder)
  // A run of another test is none that these commands should find.
  vi.stubEnv('XDG_STATE_HOME', folder)
  let level = ['']
  while (level.length > 0) {
    for (const words of level) helps.set(words, await askHere(words, '--help'))
    level = level.flatMap((words) => partsOf(words))
  }
})
afterAll(() => {
  process.chdir(home)
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

function wordsIn(words: string): string[] {
  return words.split(' ').filter(Boolean)
}

/** A command in this process: what the command line itself writes, and the status it ends with. */
async function askHere(words: string, ...args: string[]): Promise<Ended> {
  let stdout = ''
  let stderr = ''
  const code = await runProgram([...wordsIn(words), ...args], {
    writeOut: (text) => {
      stdout += text
    },
    writeErr: (text) => {
      stderr += text
    },
  })
  return { code: code ?? 0, stdout, stderr }
}

/** The same in a process of its own. */
function askProcess(words: string, ...args: string[]): Promise<Ended> {
  const darkroom = join(PROJECT_ROOT, 'bin', 'darkroom.js')
  return runFreely(process.execPath, [darkroom, ...wordsIn(words), ...args], folder)
}

/** The commands that the help of a command lists. */
function partsOf(words: string): string[] {
  const [, list = ''] = (helps.get(words)?.stdout ?? '').split('\nCommands:\n')
  const names = [...list.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name]) => name!)
  return names.filter((name) => name !== 'help').map((name) => `${words} ${name}`.trim())
}

/** Starts no more processes at once than there are cores for. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}

test('every command has help that shows how it is called', () => {
  expect(helps.size).toBeGreaterThan(35)
  for (const [words, { code, stdout, stderr }] of helps) {
    expect({ code, stderr }, words).toEqual({ code: 0, stderr: '' })
    expect(stdout, words).toMatch(`Usage: ${['darkroom', words].filter(Boolean).join(' ')}`)
  }
})

test('the help of all says of each command what its own help says, in the same words', async () => {
  const program = await makeProgram([])
  const help = new Help()
  for (const [name, { load }] of Object.entries(COMMANDS)) {
    const own = await load()
    const shown = program.commands.find((command) => command.name() === name)!
    const operands = help.subcommandTerm(own).replace(' [options]', '')
    expect(help.subcommandTerm(shown)).toBe(operands)
    expect(shown.description()).toBe(own.description())
  }
})

test('only the command that the words name is loaded', async () => {
  const acting = async (...words: string[]) =>
    (await makeProgram(words)).commands
      .filter((command) => command.options.length + command.commands.length > 0)
      .map((command) => command.name())
  expect(await acting('--help')).toEqual([])
  expect(await acting('jobs', 'fetch')).toEqual(['jobs'])
  expect(await acting('help', 'keys')).toEqual(['keys'])
  expect(await acting('--', 'costs')).toEqual(['costs'])
})

test('a process prints the same help', async () => {
  await inTurns(sampled(1, ['keys create', '']), async (words) => {
    expect(await askProcess(words, '--help')).toEqual(helps.get(words))
  })
})

/** Mistakes of a first hour: nothing runs, or a file or a word is not there. Other commands get an unknown option. */
const MISTAKES: Readonly<Record<string, readonly string[]>> = {
  start: ['--port', 'many'],
  demo: ['missing.jpg'],
  drop: ['missing.jpg', '--recipe', 'slim'],
  jobs: [],
  job: ['job-1'],
  logs: ['job-1'],
  'jobs fetch': ['--out', 'results', '--recipe', 'slim', '--since', '7d'],
  'job fetch': ['job-1', '--out', 'results'],
  'recipes try': ['missing.json', 'missing.jpg'],
  retry: ['job-1'],
  'batch list': [],
  'batch show': ['batch-1'],
  'recipes check': ['missing.json'],
  'recipes put': ['missing.json'],
  'recipes input': ['missing.jpg'],
  'recipes list': [],
  'recipes show': ['missing'],
  costs: [],
  plan: ['--files', '10', '--recipe', 'slim'],
  detect: ['face', 'missing.jpg'],
  segment: ['person', 'missing.jpg', '-o', 'mask.png'],
  effect: ['body-reshape', 'missing.jpg', '--params', '{}', '-o', 'out.jpg'],
  'keys create': ['studio'],
  'keys list': [],
  'units show': ['studio'],
  'units grant': ['studio', 'many'],
  'webhooks list': ['studio'],
  'webhooks add': ['studio', 'nowhere'],
  'tasks list': ['studio'],
}

/**
 * Asked in processes of their own, the first for the process itself, the others because they load the engine. What
 * these say of mistakes, `effect.test.ts` and `see.test.ts` hold in `npm test`.
 */
const PROCESSES = ['keys create', 'effect', 'detect', 'segment']

/** Of these so many are started. */
const STARTED = sampled(1, PROCESSES)

test('a mistake in each command is answered in one line', async () => {
  // Some do something by themselves and have parts as well.
  const acts = (words: string) => partsOf(words).length === 0 || words in MISTAKES
  const all = [...helps.keys()].filter((words) => words !== '' && acts(words))
  expect(all).toEqual(expect.arrayContaining(Object.keys(MISTAKES)))
  const leaves = all.filter((words) => !PROCESSES.includes(words) || STARTED.includes(words))
  const ended: Record<string, Ended> = {}
  const answer = (ask: typeof askHere) => async (words: string) => {
    ended[words] = await ask(words, ...(MISTAKES[words] ?? ['--no-such-thing']))
  }
  for (const words of leaves.filter((each) => !PROCESSES.includes(each))) {
    await answer(askHere)(words)
  }
  await inTurns(STARTED, answer(askProcess))
  expect(Object.keys(ended).sort()).toEqual(leaves.sort())
  for (const [words, { code, stderr }] of Object.entries(ended)) {
    expect(code, `${words}: ${stderr}`).not.toBe(0)
    expect(stderr, words).toMatch(/^darkroom: [^\n]+\n$/)
    expect(stderr, words).not.toMatch(/undefined|\[object|at file:/)
  }
})

test.each(['jobs fetch', 'job fetch job-1'])('%s has its own options', async (words) => {
  const { stderr } = await askHere(words, '--out', 'results', '--data', 'elsewhere')
  expect(stderr).toContain('elsewhere')
})
