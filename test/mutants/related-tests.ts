import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { readSeconds } from '../setup/keep-seconds.ts'

/** What a file names with a relative path: imports, workers, child processes. */
const NAMED = /['"`](\.{1,2}\/[^'"`\s]+\.ts)['"`]/g

/**
 * Which test files reach a file: the closest, of those that are as close the ones that speak of it most, `most` of them
 * at most. They are in this order too, but those that are dear last.
 */
type Reach = (file: string, most?: number) => string[]

/** Processor seconds from which a test file runs after all cheaper ones, which most changes do not outlive. */
const DEAR_SECONDS = 0.5

/** How often a word of a test file's name counts as one of its text. */
const NAME_COUNTS = 20

/** Reads what the given test files import, directly and indirectly. */
function readReach(tests: readonly string[]): Reach {
  const direct = new Map<string, string[]>()
  const importsOf = (file: string): string[] => {
    const known = direct.get(file) ?? readImports(file)
    direct.set(file, known)
    return known
  }
  const recorded = readSeconds()
  const reached = tests.map((test) => ({
    test,
    distances: distancesFrom(test, importsOf),
    dear: Math.max(DEAR_SECONDS, recorded[test] ?? 0),
    text: `${test.repeat(NAME_COUNTS)}${readText(join(PROJECT_ROOT, test))}`.toLowerCase(),
  }))
  return (file, most = Infinity) => {
    const words = basename(file, '.ts').split('-')
    return reached
      .map(({ test, dear, distances, text }) => ({
        test,
        dear,
        distance: distances.get(file) ?? Infinity,
        spoken: words.reduce((sum, word) => sum + text.split(word).length, 0),
      }))
      .filter(({ distance }) => distance < Infinity)
      .sort((one, other) => one.distance - other.distance || other.spoken - one.spoken)
      .slice(0, most)
      .sort((one, other) => one.dear - other.dear)
      .map(({ test }) => test)
  }
}

function readImports(file: string): string[] {
  const source = readText(join(PROJECT_ROOT, file))
  return [...source.matchAll(NAMED)].map(([, path]) =>
    relative(PROJECT_ROOT, join(PROJECT_ROOT, dirname(file), path!)),
  )
}

/** A file that a text names and that is not there imports nothing. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function distancesFrom(test: string, importsOf: (file: string) => string[]): Map<string, number> {
  const distances = new Map([[test, 0]])
  for (const [file, distance] of distances) {
    for (const next of importsOf(file)) {
      if (!distances.has(next)) distances.set(next, distance + 1)
    }
  }
  return distances
}

/** Rooms whose tests start whole runs, browsers or processes: too slow to be run once a change. */
const SLOW =
  /^test\/(?:bin|contract|docs|faults|first-hour|hostile|stack|upgrade|web)\/|\.long\.test\.ts$/

/** How many tests of other rooms are run for a file that no test of its own room reaches. */
const FROM_OTHERS = 5

/**
 * Which tests hold the files of a room: those in the folder of `test/` that is named as the room, and for a file that
 * none of them reaches the closest of other rooms.
 */
export function testsOf(room: string): Reach {
  const all = globSync('test/**/*.test.ts', { cwd: PROJECT_ROOT }).sort()
  const isOwn = (test: string): boolean => test.startsWith(`test/${room}/`)
  const own = readReach(all.filter((test) => isOwn(test) && !test.endsWith('.long.test.ts')))
  const others = readReach(all.filter((test) => !isOwn(test) && !SLOW.test(test)))
  return (file, most = Infinity) => {
    const found = own(file, most)
    return found.length > 0 ? found : others(file, Math.min(most, FROM_OTHERS))
  }
}
