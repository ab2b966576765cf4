import { Fault } from '../../../catalog/fault.ts'
import type { Feature } from '../../../catalog/feature.ts'
import { secondsFor, unitsOf } from '../../../catalog/units-of.ts'
import { log } from '../../log.ts'
import { totalUnits } from '../model/credit-grant.ts'
import type { Task } from '../model/task.ts'
import type { FinishDeps } from '../tasks/finish-task.ts'

/** The units a task holds while it is carried out. */
export type UnitHold = {
  /** The most seconds of result they pay for; absent where the price is not by the second. */
  mostSeconds: number | undefined
  /**
   * Takes the length of what is going to be made, before it is made: units it cannot cost are free at once. Throws a
   * `Fault` when there are too few.
   */
  lengthKnown(seconds: number): Promise<void>
  /** What a result of so many seconds costs. Throws a `Fault` when it is more than is held. */
  charge(seconds: number | undefined): number
}

/** What a task holds, with what may become of it. */
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
      // Another delivery of the task may have found it shorter, and that one was first.
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
 * Lowers what a task holds, first in the task, whose end may then cost no more, then in the balance. Gives what it holds
 * after it: the first of several deliveries counts. A database that fails costs nothing but that units stay held.
 */
async function lowerHold(
  task: Task,
  cost: number,
  { tasks, units }: Pick<FinishDeps, 'tasks' | 'units'>,
): Promise<number> {
  const { id, account, reservation, lots = [] } = task
  try {
    const ours = cost === task.units || (await tasks.lowerUnits(id, task.units, cost))
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
