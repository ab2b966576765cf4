import { newDice } from '../dice.ts'
import type { MachineRoom } from '../machine.ts'
import type { Simulated } from '../simulate.ts'
import { newTimeline } from '../timeline.ts'
import { batchViolations } from './invariants.ts'
import { type BatchVariant, newBatchWorld } from './world.ts'

export type SimulateBatchesOptions = {
  room: MachineRoom
  variant?: BatchVariant | undefined
  /** With it no fault happens but these. */
  only?: ReadonlySet<string> | undefined
}

const MOST_EVENTS = 60_000
let runs = 0

/** One run of a batch under the faults of a seed, checked at its end. */
export async function simulateBatches(
  seed: number,
  { room, variant, only }: SimulateBatchesOptions,
): Promise<Simulated> {
  const timeline = newTimeline()
  const dice = newDice(seed, only)
  runs += 1
  const world = newBatchWorld({ timeline, dice, room, name: `batch-run-${runs}`, variant })
  try {
    const events = await timeline.drain(MOST_EVENTS)
    return { broken: batchViolations(world, dice), struck: dice.struck, events }
  } catch (error) {
    return { broken: [String(error)], struck: dice.struck, events: MOST_EVENTS }
  }
}
