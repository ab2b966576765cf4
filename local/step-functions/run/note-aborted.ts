import type { State } from '../definition/schema.ts'
import { type Branch, commit, note, stateOf } from './branch.ts'
import type { HistoryDetails, HistoryType } from './history-event.ts'

const abortable: Partial<Record<State['Type'], HistoryType>> = {
  Task: 'TaskStateAborted',
  Wait: 'WaitStateAborted',
  Map: 'MapStateAborted',
  Parallel: 'ParallelStateAborted',
}

/** Writes that a branch was stopped in the middle of its state, just before it is; `end` is the event that ends the branch. */
export function noteAborted(branch: Branch, end: [HistoryType, HistoryDetails] | null): void {
  if (branch.abort.signal.aborted || branch.frame.outcome !== null) return
  branch.pending = []
  const type = branch.frame.enteredAt === null ? undefined : abortable[stateOf(branch).Type]
  if (type !== undefined) note(branch, type)
  if (end !== null) note(branch, ...end)
  commit(branch)
}
