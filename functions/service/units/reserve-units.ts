import { randomUUID } from 'node:crypto'
import { Failure } from '../../../catalog/failure.ts'
import type { FinishDeps } from '../finish-task.ts'
import type { Task } from '../tasks/task.ts'
import type { Shares } from './lot.ts'
import { sweepReservations } from './sweep-reservations.ts'
import type { Wish } from './unit-store.ts'

/**
 * Sets a task's units aside and gives the reservation's id and lots, nothing for a task that costs nothing, or the
 * failure to answer with. A reservation that is there already (of an equal request that died or is still at it) is
 * taken over. Frees what dead requests left on the way, and then tries once more before it refuses.
 */
export const reserveUnits = async (
  task: Task,
  deps: FinishDeps,
): Promise<{ reservation?: string; lots?: Shares } | { refused: Failure }> => {
  if (task.units === 0) return {}
  const wish: Wish = {
    taskId: task.id,
    id: randomUUID(),
    units: task.units,
    at: Math.floor(deps.now() / 1000),
  }
  let outcome = await deps.units.reserve(task.account, wish)
  const others = outcome.all.filter(({ taskId }) => taskId !== task.id)
  const freed = await sweepReservations(task.account, others, deps)
  if ('refused' in outcome && freed > 0) outcome = await deps.units.reserve(task.account, wish)
  if ('refused' in outcome) {
    const crowded = outcome.refused === 'crowded'
    return { refused: new Failure(crowded ? 'TooManyRequests' : 'CreditInsufficiency') }
  }
  // Another request with the same key and another body holds it; whose task is stored decides.
  if (outcome.held.units !== task.units) return { refused: new Failure('IdempotencyConflict') }
  return { reservation: outcome.held.id, lots: outcome.held.lots }
}
