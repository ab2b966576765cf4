import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'
import { nativeLock } from './native-lock.ts'

/** What a native part runs on, in npm's words. */
export type Platform = { os: string; cpu: string; libc: string }

/** Where fetched parts are kept between synths, so that only the first one needs the registry. */
const CACHE = join(PROJECT_ROOT, 'node_modules', '.cache', 'darkroom')

/**
 * Puts `root` and its native parts for `platform` into `<folder>/node_modules`, whatever machine this is. The package
 * registry is asked only for parts that no earlier synth has fetched. Throws with npm's words when it refuses.
 */
export function installNative(root: string, platform: Platform, folder: string): void {
  const lock = nativeLock(
    JSON.parse(readFileSync(join(PROJECT_ROOT, 'package-lock.json'), 'utf8')),
    root,
  )
  const text = JSON.stringify({ lock, platform })
  const kept = join(CACHE, createHash('sha256').update(text).digest('hex').slice(0, 16))
  if (!existsSync(kept))
    fetchInto(kept, JSON.stringify(lock), lock.packages['']?.dependencies ?? {}, platform)
  cpSync(join(kept, 'node_modules'), join(folder, 'node_modules'), { recursive: true })
}

function fetchInto(
  kept: string,
  lock: string,
  dependencies: Record<string, string>,
  { os, cpu, libc }: Platform,
): void {
  mkdirSync(CACHE, { recursive: true })
  const work = mkdtempSync(join(CACHE, 'fetch-'))
  try {
    writeFileSync(join(work, 'package.json'), JSON.stringify({ private: true, dependencies }))
    writeFileSync(join(work, 'package-lock.json'), lock)
    execFileSync(
      'npm',
      ['ci', `--os=${os}`, `--cpu=${cpu}`, `--libc=${libc}`, '--ignore-scripts', '--omit=dev'],
      { cwd: work, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' },
    )
    // Renamed only when whole: a synth that was stopped half-way leaves nothing that looks finished.
    if (!existsSync(kept)) renameSync(work, kept)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
