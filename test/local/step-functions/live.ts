import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Moment } from './around-commits.ts'
import { tempDir } from './rig.ts'

async function live(child: string, dataDir: string, ...order: string[]) {
  const life = spawn(process.execPath, [join(import.meta.dirname, child), dataDir, ...order], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return once(life, 'exit')
}

/** The data folder of a process that was killed at one moment. */
export async function killedLife(child: string, at: Moment, commit: number): Promise<string> {
  const dataDir = tempDir()
  const ended = await live(child, dataDir, 'kill', at, String(commit))
  expect(ended).toEqual([null, 'SIGKILL'])
  return dataDir
}

/**
 * The data folders that one process would have left if it had been killed right before each commit, right after every
 * fourth, and not at all.
 */
export async function everyLeaving(child: string): Promise<string[]> {
  const [dataDir, folder] = [tempDir(), tempDir()]
  expect(await live(child, dataDir, 'keep', folder)).toEqual([0, null])
  const kept = readdirSync(folder).filter((name) => {
    const [moment, commit] = name.split('-')
    return moment === 'before' || Number(commit) % 4 === 1
  })
  return [...kept.map((name) => join(folder, name)), dataDir]
}
