import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { isLocked } from '../lock/is-locked.ts'
import { readJson } from '../state/json-file.ts'

const runSchema = z.object({
  /** The data folder, as an absolute path. */
  folder: z.string(),
  /** The id of the process that runs it. */
  pid: z.number(),
  /** When it was ready, as in ISO 8601. */
  since: z.string(),
})

/** A local run as its user's other commands find it. No key or address stands here: these are in the data folder. */
export type RegisteredRun = z.infer<typeof runSchema>

/**
 * The folder with a file for each local run of this user, where the system keeps what programs know of their state:
 * `XDG_STATE_HOME` where it is set, otherwise `~/.local/state`, `~/Library/Application Support` on macOS, and
 * `%LOCALAPPDATA%` on Windows.
 */
export function registryFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  return join(stateFolder(env, platform, home), 'darkroom', 'runs')
}

function stateFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string): string {
  const given = env['XDG_STATE_HOME']
  // A relative path is to be ignored: XDG Base Directory Specification, 0.8.
  if (given && isAbsolute(given)) return given
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return env['LOCALAPPDATA'] || join(home, 'AppData', 'Local')
  return join(home, '.local', 'state')
}

/** The runs that go on, longest first. What a killed one left behind is passed over. */
export function registeredRuns(registry: string = registryFolder()): RegisteredRun[] {
  return readEntries(registry)
    .flatMap(({ run }) => (run && isLocked(run.folder) ? [run] : []))
    .sort((one, other) => one.since.localeCompare(other.since))
}

/** All that stands in the registry: the path of each file, and its run where it can be read. */
export function readEntries(registry: string): { path: string; run: RegisteredRun | undefined }[] {
  return namesIn(registry).map((name) => {
    const path = join(registry, name)
    return { path, run: readRun(path) }
  })
}

function namesIn(registry: string): string[] {
  try {
    return readdirSync(registry).filter((name) => name.endsWith('.json'))
  } catch {
    // Nobody has started a run, or the folder may not be read: then none is found by it.
    return []
  }
}

function readRun(path: string): RegisteredRun | undefined {
  try {
    return runSchema.safeParse(readJson(path)).data
  } catch {
    return undefined
  }
}
