import { appendFileSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, expect } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

/**
 * Runs before each test file and notes what it takes of the processor: its imports, its tests, all threads and, on
 * Linux, the processes it started and that have ended. `keep-seconds.ts` gathers the notes.
 */

function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + ofChildren()
}

/** Of ended child processes, of which Linux counts hundredths of seconds. */
function ofChildren(): number {
  if (process.platform !== 'linux') return 0
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // The name of the program may hold spaces; after it come numbers.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
  return (Number(user) + Number(system)) / 100
}

const state = globalThis as { [NOTED]?: true }
const NOTED = Symbol.for('darkroom.processor-seconds')
// The first file of a process pays for its start.
const before = state[NOTED] ? processorSeconds() : 0
Object.defineProperty(state, NOTED, { value: true, configurable: true })

afterAll(() => {
  const file = relative(PROJECT_ROOT, expect.getState().testPath ?? '')
  const seconds = processorSeconds() - before
  appendFileSync(
    join(process.env['DARKROOM_SECONDS']!, String(process.pid)),
    `${JSON.stringify({ file, seconds })}\n`,
  )
})
