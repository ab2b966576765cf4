import { callAt } from '../clock.ts'
import { BranchStopped } from '../state-error.ts'
import type { Branch } from './engine.ts'

/**
 * Waits until something that `arm` sets up calls back. Throws BranchStopped when the branch is stopped. `arm` returns
 * the functions that take its listeners down; each runs once, at the first end.
 */
export function waitFor<T>(
  branch: Branch,
  arm: (resolve: (value: T) => void, reject: (reason: unknown) => void) => (() => void)[],
): Promise<T> {
  const { signal } = branch.abort
  if (signal.aborted) return Promise.reject(new BranchStopped())
  const over = new AbortController()
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(new BranchStopped())
    signal.addEventListener('abort', stop, { signal: over.signal })
    const takeDown = arm(resolve, reject)
    over.signal.addEventListener('abort', () => {
      for (const down of takeDown) down()
    })
  }).finally(() => over.abort())
}

/** Waits until the clock reaches `at` (milliseconds since the epoch). */
export function waitUntil(branch: Branch, at: number): Promise<void> {
  return waitFor<void>(branch, (resolve) => [callAt(branch.run.engine.clock, at, resolve)])
}
