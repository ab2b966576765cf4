import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

/**
 * Copies the project as it is on the disk, without what git ignores, into `folder`, where changes are planted: not even
 * a broken run leaves one in the sources. The installed packages are shared.
 */
export function copyProject(folder: string): void {
  const options = { cwd: PROJECT_ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 } as const
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z']
  const gone = new Set(execFileSync('git', ['ls-files', '--deleted', '-z'], options).split('\0'))
  const files = execFileSync('git', listed, options).split('\0')
  for (const file of files.filter((name) => name !== '' && !gone.has(name))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(PROJECT_ROOT, file), join(folder, file))
  }
  symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(folder, 'node_modules'))
}
