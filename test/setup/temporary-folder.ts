import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

const COMPILED = 'node_modules/.cache/darkroom/compiled'

/**
 * Gives a run of the tests its own temporary folder, which its workers and their processes inherit, and removes it at
 * the end with everything that failed tests and libraries left in it.
 */
export default (): (() => void) => {
  const outside = tmpdir()
  const folder = mkdtempSync(join(outside, 'darkroom-tests-'))
  process.env['TMPDIR'] = folder
  // What processes and threads compile they keep where commands keep theirs, so that it is compiled once.
  process.env['NODE_COMPILE_CACHE'] = join(PROJECT_ROOT, COMPILED)
  // Runs that tests start are none that a person's commands should find.
  process.env['XDG_STATE_HOME'] = join(folder, 'state')
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    // A process may begin another run.
    process.env['TMPDIR'] = outside
  }
}
