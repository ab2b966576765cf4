import { afterAll, vi } from 'vitest'

/**
 * Runs before each test file of a project without isolation, where one process runs many files. Fails a file that
 * leaves an environment variable, the working directory, or a global or one of its methods changed: the next file
 * in the process would meet the change, and fail or pass by the order of the files.
 */

/** Objects whose methods tests replace, by spies or fake timers. */
const WATCHED = { globalThis, console, process, Date, Math, JSON, performance }

/** What libraries change when they are loaded, once for a process. */
const CHANGED_BY_LIBRARIES = [
  // sharp names the folder of its native library.
  'process.env.VIPSHOME',
  // graceful-fs, which the CDK loads, wraps both.
  'process.chdir',
  'process.cwd',
]

/** The functions of `tslib`, which some libraries put into every process that loads them. */
const TSLIB = /^globalThis\.__[a-z]\w+$/i

/** The state of the process: a value by the name it is reported under. */
function snapshot(): Map<string, unknown> {
  const found = new Map<string, unknown>([
    ['the working directory', process.cwd()],
    ['process.stdout.write', process.stdout.write],
    ['process.stderr.write', process.stderr.write],
  ])
  for (const [name, value] of Object.entries(process.env)) found.set(`process.env.${name}`, value)
  for (const [owner, object] of Object.entries(WATCHED)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
      if (typeof value === 'function') found.set(`${owner}.${name}`, value)
    }
  }
  for (const name of CHANGED_BY_LIBRARIES) found.delete(name)
  return found
}

const before = snapshot()

/** A local run whose threads take long to end gives the output streams back a moment after it is closed. */
const GRACE = { timeout: 60_000, interval: 100 }

afterAll(async () => {
  // What was replaced with vitest need not be put back by hand.
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  await vi.waitFor(() => {
    const after = snapshot()
    const names = new Set([...before.keys(), ...after.keys()])
    const changed = [...names].filter(
      (name) => !TSLIB.test(name) && before.get(name) !== after.get(name),
    )
    if (changed.length > 0) {
      throw new Error(`This file leaves changed for the next one: ${changed.join(', ')}`)
    }
  }, GRACE)
})
