import { expect } from 'vitest'
import { Fault } from '../../../catalog/failures/fault.ts'
import type { Generation } from '../../../catalog/generator/generation.ts'
import { bindGenerator, type Reservation } from '../../../engine/generate/bind-generator.ts'
import type { Generator } from '../../../engine/generate/generator.ts'

/** A generator as a task has it, and what is set aside and recorded for it. */
export function bind(generator: Generator, signal = new AbortController().signal) {
  const generated: Generation[] = []
  const reserved: Reservation[] = []
  const bound = bindGenerator(generator, {
    signal,
    task: 'a task',
    reserve: async (reservation) => {
      reserved.push(reservation)
      generated[reservation.nth] = reservation.told
      return undefined
    },
    settle: async (nth, generation) => {
      generated.splice(nth, 1, ...(generation ? [generation] : []))
    },
  })
  return { bound, generated, reserved }
}

/** What work fails with. */
export async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const error = await work.then(
    () => expect.unreachable('the generator answered'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Fault)
  return error as Fault
}
