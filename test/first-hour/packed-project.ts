import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { run } from './run-command.ts'

/** Packs the project into `folder` as `npm pack` does for whoever installs it, and returns the tarball's path. */
export async function packProject(folder: string): Promise<string> {
  await run('npm', ['pack', '--silent', '--pack-destination', folder], PROJECT_ROOT)
  const [tarball] = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  return join(folder, tarball!)
}

/** The example of `docs/deploy.md`, word for word: its imports, and what stands in a stack's constructor. */
export function readExample(): { imports: string; body: string } {
  const page = readFileSync(join(PROJECT_ROOT, 'docs', 'deploy.md'), 'utf8')
  const [, code = ''] = /```ts\n(import [\s\S]*?)```/.exec(page) ?? []
  const lines = code.split('\n')
  const isImport = (line: string): boolean => line.startsWith('import ')
  return {
    imports: lines.filter(isImport).join('\n'),
    body: lines.filter((line) => !isImport(line)).join('\n'),
  }
}

/** Writes the example into the stack that `cdk init` made, where its comment asks for it. */
export function addExample(file: string): void {
  const { imports, body } = readExample()
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, `${imports}\n${text.replace(/^ *\/\/ The code that defines.*$/m, body)}`)
}
