import { setImmediate } from 'node:timers/promises'
import type { Json } from '../json.ts'
import { commit } from '../run/branch.ts'
import type { Branch } from '../run/engine.ts'
import { BranchStopped, StateError } from '../state-error.ts'
import { runState } from './run-state.ts'

// Step Functions service quotas: events in one history.
const maxEvents = 25_000
// A flow that never waits must not block timers and requests.
const statesPerTurn = 32

/**
 * Runs a branch from where it stands to its end and returns its output. Every state is committed before the next
 * begins, except the last: its events wait for the commit that also ends the branch. Throws StateError or
 * BranchStopped.
 */
export async function runBranch(branch: Branch): Promise<Json> {
  for (let states = 1; branch.frame.outcome === null; states += 1) {
    if (branch.run.lastEvent >= maxEvents)
      throw new StateError('States.Runtime', `the history has reached ${maxEvents} events`)
    if (states % statesPerTurn === 0) await setImmediate()
    if (branch.abort.signal.aborted) throw new BranchStopped()
    if ((await runState(branch)) !== null) commit(branch)
  }
  const { outcome } = branch.frame
  if ('output' in outcome) return outcome.output
  throw new StateError(outcome.error, outcome.cause)
}
