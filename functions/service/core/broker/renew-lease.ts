import { LEASE_MS } from '../model/lease.ts'
import type { Holding } from '../ports/broker.ts'
import type { TaskStore } from '../ports/task-store.ts'

export type RenewDeps = {
  tasks: Pick<TaskStore, 'renewLease'>
  /** Epoch milliseconds. */
  now: () => number
}

/** Renews the lease of a worker; false when it was taken over, or the task has ended. */
export function renewLease({ task, holder }: Holding, { tasks, now }: RenewDeps): Promise<boolean> {
  return tasks.renewLease(task, { holder, until: now() + LEASE_MS })
}
