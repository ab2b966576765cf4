import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type LocalAddresses, readAddresses } from '../../local/run/addresses.ts'
import { withoutKeptHeap } from '../setup/keep-heap.ts'
import { eventually } from './eventually.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** A running `darkroom start` in its own process. */
export type Process = {
  at: LocalAddresses
  /** Sends a signal, waits for the end, and returns the exit code or the signal that ended it. */
  end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT' | 'SIGHUP'): Promise<number | string | null>
}

/**
 * Starts `darkroom start` on a data folder and waits until it is ready. It is killed after the test.
 * @param more options of the command
 */
export async function startProcess(
  dataDir: string,
  more: readonly string[] = [],
): Promise<Process> {
  const child = spawn(
    process.execPath,
    [join(ROOT, 'bin', 'darkroom.ts'), 'start', '--port', '0', '--data', dataDir, ...more],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: withoutKeptHeap() },
  )
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  await ready(child)
  return {
    at: readAddresses(dataDir),
    end: async (signal) => {
      child.kill(signal)
      const [code, killer] = await exit
      return killer ?? code
    },
  }
}

/** Enough for both stacks and the models on a busy machine. */
const START_MS = 240_000

async function ready(child: ChildProcess): Promise<void> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      said += part
    })
  }
  await eventually(
    'the start',
    () => {
      if (child.exitCode !== null) return said
      return said.includes('Keys and all addresses') ? said : undefined
    },
    START_MS,
  )
  if (child.exitCode !== null) throw new Error(`darkroom start has ended: ${said}`)
}
