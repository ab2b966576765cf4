import { Fault } from '../../../catalog/fault.ts'
import type { Feature } from '../../../catalog/feature.ts'
import { secondsFor, unitsOf } from '../../../catalog/units-of.ts'
import { log } from '../../log.ts'
import { totalUnits } from '../model/credit-grant.ts'
import type { Task } from '../model/task.ts'
import type { FinishDeps } from '../tasks/finish-task.ts'

/** The units that are reserved for a task while it is performed, like an authorization hold on a card payment. */
export type UnitHold = {
  /** The most seconds of result that the units pay for; absent where the price is not by the second. */
  mostSeconds: number | undefined
  /**
   * To be called with the length of the result (seconds) before it is made. Returns units that it cannot cost to the
   * account at once. Throws a `Fault` when the units do not pay for it.
   */
  lengthKnown(seconds: number): Promise<void>
  /** The units that a result of this length (seconds) costs. Throws a `Fault` when that is more than is held. */
  charge(seconds: number | undefined): number
}

/** The hold of a task that is about to be performed. */
export function createUnitHold(
  task: Task,
  feature: Feature,
  deps: Pick<FinishDeps, 'tasks' | 'units'>,
): UnitHold {
  const { stage, parameters } = task
  const secondsIn = (units: number) =>
    stage === 'effect' ? secondsFor(feature, parameters, units) : undefined
  const mostSeconds = secondsIn(task.units)
  let held = task.units
  const costOf = (seconds: number): number => {
    const cost = unitsOf(feature, parameters, seconds)
    if (cost <= held) return cost
    throw new Fault(
      'seconds',
      `The result has ${Math.ceil(seconds)} seconds, and there were units for ${secondsIn(held)}.`,
    )
  }
  return {
    mostSeconds,
    lengthKnown: async (seconds) => {
      if (mostSeconds === undefined) return
      held = await lowerHold(task, costOf(seconds), deps)
      // Another delivery of the task may have lowered the hold before, to a shorter length.
      costOf(seconds)
    },
    charge: (seconds) => {
      if (mostSeconds === undefined) return task.units
      if (seconds !== undefined) return costOf(seconds)
      throw new Error(`${feature.name} was made without saying how long it is.`)
    },
  }
}

/**
 * Lowers the units of a task to `cost`: first in the task, whose end may then cost no more, then in the balance.
 * Returns the units it holds afterwards; of several deliveries the first one decides. If the database fails, the units
 * simply stay reserved.
 */
async function lowerHold(
  task: Task,
  cost: number,
  { tasks, units }: Pick<FinishDeps, 'tasks' | 'units'>,
): Promise<number> {
  const { id, account, reservation, lots = [], lease } = task
  try {
    const ours =
      cost === task.units || (await tasks.lowerUnits(id, lease?.holder ?? '', task.units, cost))
    const left = ours ? cost : ((await tasks.get(id))?.units ?? cost)
    if (reservation !== undefined && left < totalUnits(lots)) {
      await units.lower(account, { taskId: id, id: reservation, lots }, left)
    }
    return left
  } catch (error) {
    log.warn('Units could not be given back early.', { taskId: id, error })
    return task.units
  }
}
