import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

/** What a file names with a relative path: imports, workers, child processes. */
const NAMED = /['"`](\.{1,2}\/[^'"`\s]+\.ts)['"`]/g

/** Which test files reach a file, and over how many imports. */
export type Reach = (file: string) => { test: string; distance: number }[]

/** Reads what the given test files import, directly and indirectly. */
export function readReach(tests: readonly string[]): Reach {
  const direct = new Map<string, string[]>()
  const importsOf = (file: string): string[] => {
    const known = direct.get(file) ?? readImports(file)
    direct.set(file, known)
    return known
  }
  const reached = tests.map((test) => ({ test, distances: distancesFrom(test, importsOf) }))
  return (file) =>
    reached
      .map(({ test, distances }) => ({ test, distance: distances.get(file) ?? Infinity }))
      .filter(({ distance }) => distance < Infinity)
      .sort((one, other) => one.distance - other.distance)
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

/** The test files of a room: those in the folder of `test/` that is named as the room. */
export function testsOf(room: string): string[] {
  return globSync(`test/${room}/**/*.test.ts`, { cwd: PROJECT_ROOT }).sort()
}
