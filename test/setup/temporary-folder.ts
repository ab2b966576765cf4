import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives a run of the tests its own temporary folder, which its workers and their processes inherit, and removes it at
 * the end with everything that failed tests and libraries left in it.
 */
export default (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-tests-'))
  process.env['TMPDIR'] = folder
  // Runs that tests start are none that a person's commands should find.
  process.env['XDG_STATE_HOME'] = join(folder, 'state')
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
