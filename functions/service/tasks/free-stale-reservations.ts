import type { Reservation } from '../ports/unit-store.ts'
import { closeReservation } from './close-reservation.ts'
import type { FinishDeps } from './finish-task.ts'
import { isOverdue, timeOutTask } from './time-out-task.ts'

/** A request lives for seconds: what holds units for longer without a task was left by one that died. */
const STALE_SECONDS = 900
/** How many are looked at in one sweep, so that no request pays for a long tidying. */
const BATCH_SIZE = 10

/**
 * Frees units that nothing will free otherwise: reservations whose creation died before the task was stored (15
 * minutes), whose task ended but died before the charge, and whose task has outlived its deadline (it ends). Gives how many it freed. Runs with the next creation of the same account, the only time it matters.
 */
export async function freeStaleReservations(
  account: string,
  reservations: readonly Reservation[],
  deps: FinishDeps,
): Promise<number> {
  const now = Math.floor(deps.now() / 1000)
  const old = reservations.filter(({ at }) => now - at >= STALE_SECONDS).slice(0, BATCH_SIZE)
  const freed = await Promise.all(
    old.map((reservation) => freeIfStale(account, reservation, now, deps)),
  )
  return freed.filter(Boolean).length
}

async function freeIfStale(
  account: string,
  reservation: Reservation,
  now: number,
  deps: FinishDeps,
): Promise<boolean> {
  const task = await deps.tasks.get(reservation.taskId)
  if (task?.reservation !== reservation.id) {
    await deps.units.release(account, reservation)
    return true
  }
  if (task.status !== 'running') {
    await closeReservation(task, deps.units)
    return true
  }
  if (!isOverdue(task, now * 1000)) return false
  await timeOutTask(task, deps)
  return true
}
