import type { Task } from '../model/task.ts'
import type { UnitStore } from '../ports/unit-store.ts'

/**
 * Closes the reservation of an ended task: a success is charged what it cost and the rest is returned, a failed task
 * gets all units back. Idempotent.
 */
export async function closeReservation(
  { id, account, status, units, reservation, lots = [], finishedAt = 0 }: Task,
  store: UnitStore,
): Promise<void> {
  if (reservation === undefined || status === 'running') return
  const held = { taskId: id, id: reservation, lots }
  if (status === 'success') await store.charge(account, held, { units, at: finishedAt })
  else await store.release(account, held)
}
