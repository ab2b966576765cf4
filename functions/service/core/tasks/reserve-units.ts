import { randomUUID } from 'node:crypto'
import { Failure } from '../../../../catalog/failures/failure.ts'
import type { UnitRange } from '../../../../catalog/tasks/units-of.ts'
import type { Task } from '../model/task.ts'
import {
  MAX_BATCHED_RESERVATIONS,
  type Reservation,
  type ReservationRequest,
} from '../ports/unit-store.ts'
import { closeReservation } from './close-reservation.ts'
import type { FinishDeps } from './finish-task.ts'
import { isOverdue, timeOutTask } from './time-out-task.ts'

/** The units a task holds, and the reservation and grants they belong to. */
type HeldUnits = Pick<Task, 'units' | 'reservation' | 'lots'>

/**
 * Reserves the units of a task and returns what it holds (no units for a task that costs nothing), or the failure to
 * respond with. Keeps a reservation that an equal request made before. On the way it frees stale reservations of the
 * account; if that freed any, a refused request is tried once more.
 */
export async function reserveUnits(
  task: Pick<Task, 'id' | 'account' | 'batched'>,
  range: UnitRange,
  deps: FinishDeps,
): Promise<HeldUnits | { refused: Failure }> {
  if (range.most === 0) return { units: 0 }
  const request: ReservationRequest = {
    taskId: task.id,
    id: randomUUID(),
    ...range,
    places: task.batched ? MAX_BATCHED_RESERVATIONS : undefined,
    at: Math.floor(deps.now() / 1000),
  }
  let outcome = await deps.units.reserve(task.account, request)
  const others = outcome.all.filter(({ taskId }) => taskId !== task.id)
  const freed = await freeStaleReservations(task.account, others, deps)
  if ('refused' in outcome && freed > 0) outcome = await deps.units.reserve(task.account, request)
  if ('refused' in outcome) {
    const crowded = outcome.refused === 'crowded'
    return { refused: new Failure(crowded ? 'TooManyRequests' : 'CreditInsufficiency') }
  }
  const { id, units, lots } = outcome.held
  return { units, reservation: id, lots }
}

/** A request lives for seconds. A reservation without a task that is older than this was left by one that crashed. */
const STALE_SECONDS = 900
/** The most reservations that one request looks at, so that none is delayed by a long clean-up. */
const BATCH_SIZE = 10

/**
 * Frees units that nothing else would free, and returns how many reservations were closed or whose task was ended:
 * - the request crashed before it stored the task (after 15 minutes),
 * - the task ended and its worker crashed before the charge,
 * - the task is past its deadline, which ends it.
 *
 * It runs when the same account creates a task, the only time at which it matters.
 */
async function freeStaleReservations(
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
