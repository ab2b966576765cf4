import type { ParallelState } from '../definition/schema.ts'
import { commit, openBranch, recordEvent } from '../run/branch.ts'
import type { Branch } from '../run/engine.ts'
import { runChildFlows } from '../run/run-child-flows.ts'
import { checkSize, fillTemplate } from '../run/scope.ts'
import type { StateResult } from '../run/state-result.ts'
import { BranchStopped } from '../state-error.ts'

async function startBranches(branch: Branch, state: ParallelState): Promise<void> {
  const { frame } = branch
  if (frame.items !== null) return
  const input =
    state.Arguments === undefined
      ? frame.input
      : await fillTemplate(branch, state.Arguments, 'Arguments')
  frame.items = [checkSize(branch, input, 'arguments')]
  recordEvent(branch, 'ParallelStateStarted')
  commit(branch)
}

/**
 * Parallel: runs every branch at once with the same input. The result is the list of their outputs in order
 * (Developer Guide, "Parallel workflow state").
 */
export async function parallel(branch: Branch, state: ParallelState): Promise<StateResult> {
  await startBranches(branch, state)
  const { run, frame, path } = branch
  const input = frame.items?.[0] ?? null
  try {
    const result = await runChildFlows(branch, {
      count: state.Branches.length,
      limit: state.Branches.length,
      open: async (i) =>
        openBranch(run, state.Branches[i]!, branch, { path: `${path}/${i}`, input, item: null }),
      endEvent: () => null,
      tolerates: () => false,
    })
    checkSize(branch, result, 'a result')
    recordEvent(branch, 'ParallelStateSucceeded')
    return { value: result, extra: { result }, fields: state }
  } catch (thrown) {
    if (!(thrown instanceof BranchStopped)) recordEvent(branch, 'ParallelStateFailed')
    throw thrown
  }
}
