import type { Task } from '../tasks/task.ts'
import type { UnitStore } from './unit-store.ts'

/** Charges the units of a task that succeeded, gives back those of one that failed. Again: no effect. */
export const closeReservation = async (
  { id, account, status, units, reservation, lots = {}, finishedAt = 0 }: Task,
  store: UnitStore,
): Promise<void> => {
  if (reservation === undefined || status === 'running') return
  const held = { taskId: id, id: reservation, units, lots }
  if (status === 'success') await store.settle(account, held, finishedAt)
  else await store.release(account, held)
}
