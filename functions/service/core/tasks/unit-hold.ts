import { Fault } from '../../../../catalog/failures/fault.ts'
import type { Feature } from '../../../../catalog/features/feature.ts'
import { secondsFor, unitsOf } from '../../../../catalog/tasks/units-of.ts'
import { log } from '../../../log.ts'
import type { Task } from '../model/task.ts'

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

type Priced = Pick<Task, 'id' | 'stage' | 'parameters' | 'units'>

/** What a result of this length (seconds) costs, whatever is held. Throws where it must be known and is not. */
export function resultCost(task: Priced, feature: Feature, seconds: number | undefined): number {
  const { stage, parameters, units } = task
  const isBySecond = stage === 'effect' && secondsFor(feature, parameters, units) !== undefined
  if (!isBySecond) return units
  if (seconds !== undefined) return unitsOf(feature, parameters, seconds)
  throw new Error(`${feature.name} was made without saying how long it is.`)
}

/**
 * The hold of a task that is performed.
 * @param lower returns units to the account that a result of so many seconds cannot cost, and gives what is still held
 */
export function createUnitHold(
  task: Priced,
  feature: Feature,
  lower: (seconds: number) => Promise<number | undefined> = async () => undefined,
): UnitHold {
  const { stage, parameters } = task
  const secondsIn = (units: number) =>
    stage === 'effect' ? secondsFor(feature, parameters, units) : undefined
  const mostSeconds = secondsIn(task.units)
  let held = task.units
  const charge = (seconds: number | undefined): number => {
    const cost = resultCost(task, feature, seconds)
    if (cost <= held) return cost
    throw new Fault(
      'seconds',
      `The result has ${Math.ceil(seconds!)} seconds, and there were units for ${secondsIn(held)}.`,
    )
  }
  return {
    mostSeconds,
    lengthKnown: async (seconds) => {
      if (mostSeconds === undefined) return
      charge(seconds)
      held = (await tryLower(task, seconds, lower)) ?? held
      // Another delivery of the task may have lowered the hold before, to a shorter length.
      charge(seconds)
    },
    charge,
  }
}

/** If they cannot be returned early, the units simply stay reserved. */
async function tryLower(
  { id }: Pick<Task, 'id'>,
  seconds: number,
  lower: (seconds: number) => Promise<number | undefined>,
): Promise<number | undefined> {
  try {
    return await lower(seconds)
  } catch (error) {
    log.warn('Units could not be given back early.', { taskId: id, error })
    return undefined
  }
}
