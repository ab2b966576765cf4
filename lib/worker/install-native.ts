import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, sep } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'
import { nativeLock, type Platform } from './native-lock.ts'
import { readLock } from './read-lock.ts'
import { runNpmCi } from './run-npm-ci.ts'

/**
 * Puts `root` and its native parts for `platform` into `<folder>/node_modules`, whatever machine this is. The package
 * registry is asked only for parts that no earlier synth has fetched, after a line that says so.
 * @param cache where fetched parts are kept between synths, so that only the first one needs the registry
 * @throws Error in one line when the parts are neither kept nor to be had
 */
export function installNative(
  root: string,
  platform: Platform,
  folder: string,
  cache = cacheFolder(),
): void {
  const lock = nativeLock(readLock(), root)
  const text = JSON.stringify({ lock, platform })
  const kept = join(cache, createHash('sha256').update(text).digest('hex').slice(0, 16))
  if (!existsSync(kept)) {
    mkdirSync(cache, { recursive: true })
    const work = mkdtempSync(join(cache, 'fetch-'))
    try {
      const wanted = lock.packages['']
      writeFileSync(join(work, 'package.json'), JSON.stringify({ private: true, ...wanted }))
      writeFileSync(join(work, 'package-lock.json'), JSON.stringify(lock))
      const { version } = lock.packages[`node_modules/${root}`] ?? {}
      runNpmCi(work, platform, { what: `${root} ${version}`, cache })
      // npm passes over an optional package that it cannot fetch.
      if (!existsSync(join(work, 'node_modules', root))) {
        throw new Error(`${root} ${version} could not be fetched from the package registry.`)
      }
      // Renamed only when whole: a synth that was stopped half-way leaves nothing that looks finished.
      if (!existsSync(kept)) renameSync(work, kept)
    } finally {
      rmSync(work, { recursive: true, force: true })
    }
  }
  cpSync(join(kept, 'node_modules'), join(folder, 'node_modules'), { recursive: true })
}

/** Of the app whose dependency this is, where an update of the package does not empty it; of the clone otherwise. */
function cacheFolder(): string {
  const parts = PROJECT_ROOT.split(sep)
  const packages = parts.indexOf('node_modules')
  const app = packages < 0 ? PROJECT_ROOT : parts.slice(0, packages).join(sep)
  return join(app, 'node_modules', '.cache', 'darkroom')
}
