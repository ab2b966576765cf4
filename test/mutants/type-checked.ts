import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mutant, plant } from './find-mutants.ts'

/**
 * The changes that pass the types: of the others nobody needs a test. Each is planted in a file of its own beside the
 * changed one, in the copy of the project in `folder`, and all are checked in one go. What a change does to the types
 * of files that import it is not seen.
 */
export function typeChecked(folder: string, mutants: readonly Mutant[]): Mutant[] {
  const planted = mutants.map((mutant, at) => {
    const path = mutant.file.replace(/\.ts$/, `.mutant-${at}.ts`)
    writeFileSync(
      join(folder, path),
      plant(readFileSync(join(folder, mutant.file), 'utf8'), mutant),
    )
    return { mutant, path }
  })
  const config = join(folder, 'tsconfig.mutants.json')
  const files = [
    ...globSync('{engine,local,test}/**/*.d.ts', { cwd: folder }),
    ...planted.map(({ path }) => path),
  ]
  writeFileSync(config, JSON.stringify({ extends: './tsconfig.json', include: [], files }))
  const refused = refusedFiles(folder, config)
  for (const path of [config, ...planted.map(({ path }) => join(folder, path))]) rmSync(path)
  return planted.flatMap(({ mutant, path }) => (refused.has(path) ? [] : [mutant]))
}

function refusedFiles(folder: string, config: string): Set<string> {
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: 'pipe' } as const
  try {
    execFileSync('node_modules/.bin/tsc', ['--pretty', 'false', '-p', config], options)
    return new Set()
  } catch (error) {
    const { stdout = '', message } = error as { stdout?: string; message: string }
    const named = [...stdout.matchAll(/^(\S+\.mutant-\d+\.ts)\(/gm)].map(([, path]) => path!)
    if (named.length === 0) throw new Error(`The types cannot be checked: ${stdout || message}`)
    return new Set(named)
  }
}
