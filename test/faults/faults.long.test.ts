import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { log } from '../../functions/log.ts'
import { simulateBatches } from './batches/simulate-batches.ts'
import { type MachineRoom, openMachineRoom } from './machine.ts'
import { simulate } from './simulate.ts'

/** `faults.test.ts` tries those before the first of these. */
const SEEDS = { first: 151, last: 5000 }

let room: MachineRoom
beforeAll(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(log, level).mockReturnValue()
  room = openMachineRoom()
})
afterAll(() => room.close())

/** `batches/batches.test.ts` tries those before the first of these. */
const BATCHES = { first: 25, last: 2000 }

test(`seeds ${BATCHES.first} to ${BATCHES.last} of faults break no batch`, {
  timeout: 3_600_000,
}, async () => {
  for (let seed = BATCHES.first; seed <= BATCHES.last; seed++) {
    const { broken } = await simulateBatches(seed, { room })
    expect({ seed, broken }).toEqual({ seed, broken: [] })
  }
})

test(`seeds ${SEEDS.first} to ${SEEDS.last} of faults break nothing`, {
  timeout: 3_600_000,
}, async () => {
  for (let seed = SEEDS.first; seed <= SEEDS.last; seed++) {
    const { broken } = await simulate(seed, { room })
    expect({ seed, broken }).toEqual({ seed, broken: [] })
  }
})
