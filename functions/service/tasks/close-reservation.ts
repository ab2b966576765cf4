import type { Task } from '../model/task.ts'
import type { UnitStore } from '../ports/unit-store.ts'

/** Charges what a task that succeeded cost and gives the rest back; all of it for one that failed. Again: no effect. */
export async function closeReservation(
  { id, account, status, units, reservation, lots = [], finishedAt = 0 }: Task,
  store: UnitStore,
): Promise<void> {
  if (reservation === undefined || status === 'running') return
  const held = { taskId: id, id: reservation, lots }
  if (status === 'success') await store.charge(account, held, { units, at: finishedAt })
  else await store.release(account, held)
}
