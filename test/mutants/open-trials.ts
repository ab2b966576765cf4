import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSeconds } from '../setup/keep-seconds.ts'
import type { Mutant } from './find-mutants.ts'

/** What the trial process is asked: the change, and test files in the order they run in. */
export type Trial = { mutant: Mutant; tests: readonly string[] }

/** How a change fared: `died` where a test failed, `busy` where a test file did not come to an end. */
export type End = {
  kind: 'died' | 'busy' | 'survived'
  /** The file that failed first, or did not end. */
  by?: string | undefined
}

/**
 * What the trial process tells: which test file begins, and the end of the trial. Where something failed outside of a
 * test, perhaps a process that had no memory left, `spent` says that the trial process may never end another trial.
 */
export type Report = { begins: string } | { end: End; spent: boolean }

/** A file is waited for so long, and for each second of the processor that it took so long again. */
const PATIENT_SECONDS = 60

/**
 * Tries changes in the copy of the project in `folder`, in a process that keeps vitest open. The process ends with
 * all that it started where a test file breaks it, or runs longer than `bound` seconds, or than a minute and far
 * longer than it took before; the next change gets a new one.
 */
export function openTrials(folder: string, bound: number) {
  const recorded = readSeconds()
  const boundOf = (test: string): number =>
    Math.min(bound, PATIENT_SECONDS * (1 + (recorded[test] ?? Infinity)))
  let running: ChildProcess | undefined
  const start = (): ChildProcess =>
    fork(join(folder, 'test/mutants/trial/run.ts'), {
      cwd: folder,
      // A group of its own, so that its workers can be ended with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  const attempt = (mutant: Mutant, tests: readonly string[]): Promise<End> => {
    running ??= start()
    const child = running
    let by: string | undefined
    const path = join(folder, mutant.file)
    const source = readFileSync(path)
    return new Promise((resolve) => {
      const settle = (end: End): void => {
        clearTimeout(timer)
        child.removeAllListeners()
        resolve(end)
      }
      const give = (): void => {
        running = undefined
        endGroup(child)
        // The change would stay in the copy, and keep all later trials from ending as well.
        writeFileSync(path, source)
        settle({ kind: 'busy', by })
      }
      let timer = setTimeout(give, bound * 1000)
      child.on('message', (report: Report) => {
        if ('begins' in report) {
          by = report.begins
          clearTimeout(timer)
          timer = setTimeout(give, boundOf(by) * 1000)
          return
        }
        if (report.spent) {
          running = undefined
          endGroup(child)
        }
        settle(report.end)
      })
      child.once('exit', give)
      child.send({ mutant, tests } satisfies Trial)
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
