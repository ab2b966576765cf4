import { newDice } from '../dice.ts'
import type { Simulated } from '../simulate.ts'
import { newTimeline } from '../timeline.ts'
import { workersViolations } from './invariants.ts'
import { newWorkersWorld, type WorkersVariant } from './world.ts'

const MOST_EVENTS = 60_000

/** One run of the service's workers under the faults of a seed, checked at its end. */
export async function simulateWorkers(
  seed: number,
  { variant, only }: { variant?: WorkersVariant; only?: ReadonlySet<string> | undefined } = {},
): Promise<Simulated> {
  const timeline = newTimeline()
  const dice = newDice(seed, only)
  const world = newWorkersWorld({ timeline, dice, variant })
  try {
    const events = await timeline.drain(MOST_EVENTS)
    return { broken: workersViolations(world, dice), struck: dice.struck, events }
  } catch (error) {
    return { broken: [String(error)], struck: dice.struck, events: MOST_EVENTS }
  }
}
