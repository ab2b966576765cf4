import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { packageFolder } from '../lib/bundle/package-folder.ts'

/**
 * Runs the compiler by a configuration of this folder. JavaScript is written without a look at types: `npm run types`
 * does that, which takes three quarters of the time. Throws where it cannot be written, or a declaration is wrong.
 */
export function compile(configuration: string): void {
  const compiler = join(packageFolder('typescript'), 'bin', 'tsc')
  const project = join(import.meta.dirname, configuration)
  execFileSync(process.execPath, [compiler, '--project', project], { stdio: 'inherit' })
}
