import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { GoneOn } from './go-on.ts'
import { KEPT_NAMES, keptFolder, readKeptJobs } from './kept.ts'

/** Unpacks a kept data folder, as private as a run makes its own. */
function unpack(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-upgrade-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o700)
  const { status } = spawnSync('tar', ['-xzf', join(keptFolder(name), 'data.tgz'), '-C', folder])
  expect(status).toBe(0)
  return folder
}

/** Runs the stacks on a kept data folder in a process of its own, at the time when it was left. */
async function goOn(name: string): Promise<GoneOn> {
  const shift = Date.parse(readKeptJobs(name).at) - Date.now()
  const clock = `${new URL('./shift-clock.ts', import.meta.url)}?shift=${shift}`
  const child = spawn(
    process.execPath,
    ['--import', clock, fileURLToPath(new URL('./go-on.ts', import.meta.url)), name, unpack(name)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = text(child.stdout)
  await once(child, 'exit')
  return JSON.parse((await said).trim().split('\n').at(-1) ?? '') as GoneOn
}

test.each(KEPT_NAMES)(
  'goes on with the jobs of a data folder of %s',
  {
    timeout: 600_000,
  },
  async (name) => {
    const { delivered, ...gone } = await goOn(name)
    expect(gone).toEqual({
      statuses: {
        succeeded: 'succeeded',
        failed: 'failed',
        running: 'succeeded',
        waiting: 'succeeded',
        endedBatch: 'succeeded',
        runningBatch: 'succeeded',
      },
      again: 'RecipeUnknown',
      // Of both batches and of the three jobs.
      charged: 5,
      unread: [],
    })
    expect(delivered).toHaveLength(3)
    expect(Math.min(...delivered)).toBeGreaterThan(1000)
  },
)
