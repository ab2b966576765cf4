import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives a run of the tests a temporary folder of its own, which its workers and their processes take over, and removes it
 * at the end with whatever a test that failed or a library left in it.
 */
export default (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-tests-'))
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
