import { findFeature } from '../../../catalog/features/features.ts'
import { unitsOf } from '../../../catalog/tasks/units-of.ts'
import { totalUnits } from '../core/model/credit-grant.ts'
import type { Holding } from '../core/ports/broker.ts'
import type { FinishDeps } from '../core/tasks/finish-task.ts'

/**
 * Lowers the units of a task to what a result of `seconds` costs: first in the task, whose end may then cost no more,
 * then in the balance. Returns the units it holds afterwards; of several workers the first one decides. Undefined where
 * there is nothing to lower.
 */
export async function lowerUnits(
  { task: id, holder, seconds }: Holding & { seconds: number },
  { tasks, units }: Pick<FinishDeps, 'tasks' | 'units'>,
): Promise<number | undefined> {
  const task = await tasks.get(id)
  const feature = task && findFeature(task.feature)
  if (!feature || task.status !== 'running') return undefined
  const { account, reservation, lots = [] } = task
  const cost = unitsOf(feature, task.parameters, seconds)
  if (cost > task.units) return task.units
  const ours = cost === task.units || (await tasks.lowerUnits(id, holder, task.units, cost))
  const left = ours ? cost : ((await tasks.get(id))?.units ?? cost)
  if (reservation !== undefined && left < totalUnits(lots)) {
    await units.lower(account, { taskId: id, id: reservation, lots }, left)
  }
  return left
}
