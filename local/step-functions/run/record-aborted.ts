import type { State } from '../definition/schema.ts'
import { commit, recordEvent, stateOf } from './branch.ts'
import type { Branch } from './engine.ts'
import type { HistoryDetails, HistoryType } from './history-event.ts'

const abortEvents: Partial<Record<State['Type'], HistoryType>> = {
  Task: 'TaskStateAborted',
  Wait: 'WaitStateAborted',
  Map: 'MapStateAborted',
  Parallel: 'ParallelStateAborted',
}

/** Records that a branch is stopped in the middle of its state. `end` is the event that ends the branch. */
export function recordAborted(branch: Branch, end: [HistoryType, HistoryDetails] | null): void {
  if (branch.abort.signal.aborted || branch.frame.outcome !== null) return
  branch.pending = []
  const type = branch.frame.enteredAt === null ? undefined : abortEvents[stateOf(branch).Type]
  if (type !== undefined) recordEvent(branch, type)
  if (end !== null) recordEvent(branch, ...end)
  commit(branch)
}
