import type { Json } from '../json.ts'
import { asStateError, BranchStopped, type StateError } from '../state-error.ts'
import { abortedEvent } from './aborted-event.ts'
import { commit, recordEvent } from './branch.ts'
import type { Branch } from './engine.ts'
import type { HistoryDetails, HistoryType } from './history-event.ts'

/** The child flows of a Map or Parallel, and how they run. */
export type ChildFlows = {
  count: number
  /** How many may run at once. */
  limit: number
  /** Opens child number `index`, where an earlier process left it if there is such a frame. */
  open(index: number): Promise<Branch>
  /** The event that ends a child; null for a Parallel, whose branches have no events of their own. */
  endEvent(
    index: number,
    how: 'Succeeded' | 'Failed' | 'Aborted',
  ): [HistoryType, HistoryDetails] | null
  /** Whether the state continues after this many failed children. */
  tolerates(failed: number): boolean
}

function recordChildEnd(
  child: Branch,
  index: number,
  how: 'Succeeded' | 'Failed',
  children: ChildFlows,
): void {
  const event = children.endEvent(index, how)
  if (event !== null) recordEvent(child, ...event)
  commit(child)
}

async function runChildFlow(child: Branch, index: number, children: ChildFlows): Promise<Json> {
  const ended = child.frame.outcome !== null
  try {
    const output = await child.run.engine.runBranch(child)
    if (!ended) recordChildEnd(child, index, 'Succeeded', children)
    return output
  } catch (thrown) {
    if (thrown instanceof BranchStopped || ended) throw thrown
    const { error, cause } = asStateError(thrown)
    Object.assign(child.frame, { outcome: { error, cause }, token: null })
    recordChildEnd(child, index, 'Failed', children)
    throw thrown
  }
}

/**
 * Runs the child flows of a branch's current state and returns their outputs in order. A tolerated failure leaves no
 * output. When more children fail, the others are stopped and the last error is thrown.
 */
export async function runChildFlows(parent: Branch, children: ChildFlows): Promise<Json[]> {
  const outputs = new Map<number, Json>()
  const running = new Map<number, Branch>()
  let next = 0
  let failed = 0
  let newest = parent.frame.lastEvent
  let failure: StateError | BranchStopped | null = null

  const stopOthers = (): void => {
    for (const [index, child] of running) {
      recordAborted(child, children.endEvent(index, 'Aborted'))
      child.abort.abort()
    }
  }
  const worker = async (): Promise<void> => {
    while (failure === null && next < children.count) {
      const index = next++
      let child: Branch | null = null
      try {
        child = await children.open(index)
        if (failure !== null) return
        running.set(index, child)
        outputs.set(index, await runChildFlow(child, index, children))
      } catch (thrown) {
        if (failure !== null) return
        failed += 1
        const fatal = thrown instanceof BranchStopped || !children.tolerates(failed)
        if (!fatal) continue
        failure = thrown instanceof BranchStopped ? thrown : asStateError(thrown)
        if (!(failure instanceof BranchStopped)) stopOthers()
      } finally {
        newest = Math.max(newest, child?.frame.lastEvent ?? 0)
        running.delete(index)
        // Removes the ended child's listener from its parent's signal.
        child?.abort.abort()
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(children.limit, children.count) }, worker))
  parent.frame.lastEvent = newest
  if (failure !== null) throw failure
  return [...outputs].sort(([a], [b]) => a - b).map(([, output]) => output)
}

/** Records that a branch is stopped in the middle of its state. `end` is the event that ends the branch. */
function recordAborted(branch: Branch, end: [HistoryType, HistoryDetails] | null): void {
  if (branch.abort.signal.aborted || branch.frame.outcome !== null) return
  branch.pending = []
  const type = abortedEvent(branch)
  if (type !== undefined) recordEvent(branch, type)
  if (end !== null) recordEvent(branch, ...end)
  commit(branch)
}
