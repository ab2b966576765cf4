import { callAt } from '../clock.ts'
import { BranchStopped } from '../state-error.ts'
import type { Branch } from './engine.ts'

/**
 * A promise that ends when one of the things `arm` sets up calls back, or with Unwound when the branch is stopped. `arm`
 * returns how to take each of them down; that happens once, at the first end.
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
    signal.addEventListener('abort', stop, { once: true })
    const takeDown = arm(resolve, reject)
    over.signal.addEventListener('abort', () => {
      signal.removeEventListener('abort', stop)
      for (const down of takeDown) down()
    })
  }).finally(() => over.abort())
}

/** Ends when the clock reaches `at` (milliseconds since the epoch). */
export function waitUntil(branch: Branch, at: number): Promise<void> {
  return waitFor<void>(branch, (resolve) => [callAt(branch.run.engine.clock, at, resolve)])
}
