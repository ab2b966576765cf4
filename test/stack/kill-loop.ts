import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type LocalAddresses, readAddresses } from '../../local/run/addresses.ts'
import { withoutKeptHeap } from '../setup/keep-heap.ts'
import { type Connection, connect } from './connect.ts'

const SCRIPT = fileURLToPath(new URL('./noop-process.ts', import.meta.url))

/** A run in its own process, which a test kills. */
export type Mortal = {
  run: Connection
  at: LocalAddresses
  pid: number
  /** Every line it printed since it was ready. */
  said: string[]
  kill(): Promise<void>
}

/** How many milliseconds the last start took. The times of the kills follow it, so that they fit any machine. */
let startMs = 5_000

function spawnRun(dataDir: string, kind: string[] = []): ChildProcess {
  return spawn(process.execPath, [SCRIPT, dataDir, ...kind], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: withoutKeptHeap(),
  })
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Resolves when the process says that it is ready, with what it prints from then on. Throws when it ends before. */
async function ready(child: ChildProcess): Promise<string[]> {
  const began = performance.now()
  const lines = createInterface({ input: child.stdout! })
  const exit = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`The run ended before it was ready: ${signal ?? code}.`)
  })
  exit.catch(() => undefined)
  const heard: string[] = []
  const said = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      if (line === 'ready') resolve()
      else heard.push(line)
    })
  })
  await Promise.race([said, exit])
  startMs = performance.now() - began
  return heard
}

/** Starts a run of a kind that `noop-process.ts` knows, and waits until it is ready. */
export async function startMortal(dataDir: string, ...kind: string[]): Promise<Mortal> {
  const child = spawnRun(dataDir, kind)
  const said = await ready(child)
  const at = readAddresses(dataDir)
  return { run: await connect(at), at, pid: child.pid ?? 0, said, kill: () => kill(child) }
}

/**
 * Starts a run and kills it, `kills` times, at moments that `random` (0-1) chooses: one in five before it was ready,
 * the others while it works. Throws when a run could not be started.
 */
export async function killOverAndOver(
  dataDir: string,
  kills: number,
  random: () => number,
  onKill: (kill: number, when: 'starting' | 'working') => void = () => undefined,
): Promise<void> {
  for (let n = 1; n <= kills; n++) {
    const child = spawnRun(dataDir)
    const early = random() < 0.2
    try {
      if (early) await Promise.race([ready(child).catch(refused(child)), pause(random() * startMs)])
      else {
        await ready(child)
        await pause(random() * startMs)
      }
    } finally {
      await kill(child)
    }
    onKill(n, early ? 'starting' : 'working')
  }
}

/** The process that this test killed itself is not reported. */
function refused(child: ChildProcess) {
  return (error: Error): void => {
    if (child.signalCode !== 'SIGKILL') throw error
  }
}
