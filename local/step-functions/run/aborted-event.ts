import type { State } from '../definition/schema.ts'
import { stateOf } from './branch.ts'
import type { Branch } from './engine.ts'
import type { HistoryType } from './history-event.ts'

const abortEvents: Partial<Record<State['Type'], HistoryType>> = {
  Task: 'TaskStateAborted',
  Wait: 'WaitStateAborted',
  Map: 'MapStateAborted',
  Parallel: 'ParallelStateAborted',
}

/** The event of a state that is stopped in its middle; undefined where the service has none, and before its entry. */
export function abortedEvent(branch: Branch): HistoryType | undefined {
  return branch.frame.enteredAt === null ? undefined : abortEvents[stateOf(branch).Type]
}
