import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../lib/project-root.ts'

/** The folder of the package that a bundled file is of. */
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//

/**
 * The name, release, licence and licence text of every package that has one of `files`, as their licences ask of those
 * who pass them on.
 * @param files relative to the project
 * @throws Error for a package that does not say what its licence is
 */
export function describeLicences(files: readonly string[]): string {
  const folders = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[1] ?? []))
  return [...folders].sort().map(describe).join('\n')
}

function describe(folder: string): string {
  const at = join(PROJECT_ROOT, folder)
  const { name, version, license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))
  if (!license) throw new Error(`${name} says nothing of its licence.`)
  const texts = readdirSync(at).filter((file) => /^(?:licen[cs]e|notice)/i.test(file))
  const read = texts.map((file) => readFileSync(join(at, file), 'utf8').trim())
  return [`${name} ${version}: ${license}`, ...read, ''].join('\n\n')
}
