import { randomUUID } from 'node:crypto'
import { Failure } from '../../../catalog/failure.ts'
import type { UnitRange } from '../../../catalog/units-of.ts'
import type { Task } from '../model/task.ts'
import type { ReservationRequest } from '../ports/unit-store.ts'
import type { FinishDeps } from './finish-task.ts'
import { freeStaleReservations } from './free-stale-reservations.ts'

/** What a task holds of its account. */
type HeldUnits = Pick<Task, 'units' | 'reservation' | 'lots'>

/**
 * Sets a task's units aside and says how many and of which lots, none for a task that costs nothing, or gives the
 * failure to answer with. A reservation that is there already (of an equal request that died or is still at it) is
 * taken over. Frees what dead requests left on the way, and then tries once more before it refuses.
 */
export async function reserveUnits(
  task: Pick<Task, 'id' | 'account'>,
  range: UnitRange,
  deps: FinishDeps,
): Promise<HeldUnits | { refused: Failure }> {
  if (range.most === 0) return { units: 0 }
  const wish: ReservationRequest = {
    taskId: task.id,
    id: randomUUID(),
    ...range,
    at: Math.floor(deps.now() / 1000),
  }
  let outcome = await deps.units.reserve(task.account, wish)
  const others = outcome.all.filter(({ taskId }) => taskId !== task.id)
  const freed = await freeStaleReservations(task.account, others, deps)
  if ('refused' in outcome && freed > 0) outcome = await deps.units.reserve(task.account, wish)
  if ('refused' in outcome) {
    const crowded = outcome.refused === 'crowded'
    return { refused: new Failure(crowded ? 'TooManyRequests' : 'CreditInsufficiency') }
  }
  const { id, units, lots } = outcome.held
  return { units, reservation: id, lots }
}
