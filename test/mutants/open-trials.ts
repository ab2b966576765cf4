import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { readSeconds } from '../setup/keep-seconds.ts'
import type { Mutant } from './find-mutants.ts'

/** How a change fared: `died` where a test failed, `busy` where the tests did not come to an end. */
export type End = 'died' | 'busy' | 'survived'

/** What the trial process is asked: the change, and test files in groups that run one after the other. */
export type Trial = { mutant: Mutant; groups: string[][] }

/** How many test files, those closest to the changed file, run before all others. */
const CLOSEST = 3
/** Processor seconds from which a test file runs after all cheaper ones, which most changes do not outlive. */
const DEAR_SECONDS = 0.5

/**
 * Tries changes in the copy of the project in `folder`, in a process that keeps vitest open. A change whose tests run
 * longer than `bound` seconds ends the process with all that it started; the next one gets a new process.
 */
export function openTrials(folder: string, bound: number) {
  let running: ChildProcess | undefined
  const seconds = readSeconds()
  const inGroups = (related: readonly string[]): string[][] => {
    const isDear = (test: string): boolean => (seconds[test] ?? 0) >= DEAR_SECONDS
    const cheap = related.filter((test) => !isDear(test))
    return [cheap.slice(0, CLOSEST), cheap.slice(CLOSEST), related.filter(isDear)]
  }
  const start = (): ChildProcess =>
    fork(join(folder, 'test/mutants/trial/run.ts'), {
      cwd: folder,
      // A group of its own, so that its workers can be ended with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  const attempt = (mutant: Mutant, related: readonly string[], within = bound): Promise<End> => {
    running ??= start()
    const child = running
    return new Promise((resolve) => {
      const settle = (end: End): void => {
        clearTimeout(timer)
        child.removeAllListeners()
        resolve(end)
      }
      const give = (): void => {
        running = undefined
        endGroup(child)
        settle('busy')
      }
      const timer = setTimeout(give, within * 1000)
      child.once('message', (end: End) => settle(end))
      child.once('exit', give)
      child.send({ mutant, groups: inGroups(related) } satisfies Trial)
    })
  }
  const close = async (): Promise<void> => {
    if (running) endGroup(running)
  }
  return { attempt, close }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
