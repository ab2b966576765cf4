import { newDice } from './dice.ts'
import { violations } from './invariants.ts'
import type { MachineRoom } from './machine.ts'
import { newTimeline } from './timeline.ts'
import { newWorld, type Variant } from './world.ts'

export type Simulated = {
  /** What was broken, in words; empty when everything held. */
  broken: string[]
  /** The faults that happened. */
  struck: string[]
  events: number
}

export type SimulateOptions = {
  room: MachineRoom
  variant?: Variant | undefined
  /** With it no fault happens but these. */
  only?: ReadonlySet<string> | undefined
}

const MOST_EVENTS = 60_000
let runs = 0

/** One run of the whole pipeline under the faults of a seed, checked at its end. The same seed gives the same run. */
export async function simulate(
  seed: number,
  { room, variant, only }: SimulateOptions,
): Promise<Simulated> {
  const timeline = newTimeline()
  const dice = newDice(seed, only)
  runs += 1
  const world = newWorld({ timeline, dice, room, name: `run-${runs}`, variant })
  try {
    const events = await timeline.drain(MOST_EVENTS)
    return { broken: violations(world, dice), struck: dice.struck, events }
  } catch (error) {
    return { broken: [String(error)], struck: dice.struck, events: MOST_EVENTS }
  }
}
