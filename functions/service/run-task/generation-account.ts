import { Fault } from '../../../catalog/failures/fault.ts'
import { log } from '../../log.ts'
import { LeaseLost } from '../core/model/lease.ts'
import type { Holding, TaskBroker } from '../core/ports/broker.ts'
import type { Paying } from '../core/ports/perform.ts'

/**
 * How long a worker waits for a generator's answer, milliseconds. Most answers come within it; a task whose answer
 * takes longer is put off, so that no worker is held.
 */
const PATIENCE_MS = 30_000

/**
 * How an attempt at a task pays for what generators do for it. Every call is noted on the task before it is made, as
 * one whose answer is lost, and again when its answer came: so whoever ends the task tells all of them, and a task that
 * is worked on again, after a crash or a lost message, does not pay for a call twice. Where the generator said what it
 * calls the call, that answer is asked for; else it was lost, and the task ends; only the holder of the lease can say
 * so, when nobody is at the earlier call any more. A client that asks again makes a new task.
 */
export function openGenerationAccount(
  holding: Holding,
  {
    broker,
    dollarsPerTask: most = 0,
  }: {
    broker: Pick<TaskBroker, 'beginGeneration' | 'keepTicket' | 'settleGeneration'>
    dollarsPerTask?: number | undefined
  },
): Paying {
  return {
    task: holding.task,
    patienceMs: PATIENCE_MS,
    keepTicket: async (nth, ticket) => {
      if (!(await broker.keepTicket({ ...holding, nth, ticket }))) throw new LeaseLost()
    },
    reserve: async ({ nth, told, idempotent }) => {
      const begun = await broker.beginGeneration({ ...holding, nth, told })
      if (typeof begun === 'object') return begun.ticket
      if (begun === 'begun' || (begun === 'begun before' && idempotent)) return undefined
      if (begun === 'not held') throw new LeaseLost()
      throw begun === 'too dear'
        ? new Fault(
            'generator-budget',
            `The task would spend more than ${most} dollars on a generator.`,
          )
        : new Fault(
            'generator-lost',
            'A generator’s answer was lost, and asking again could pay twice.',
          )
    },
    settle: async (nth, generation) => {
      const settled = await broker
        .settleGeneration({ ...holding, nth, generation })
        .catch((error: unknown) => {
          // It stays listed as one whose answer is lost, which is not worth losing the answer for.
          log.warn('What a generator made could not be noted.', {
            taskId: holding.task,
            nth,
            error,
          })
          return true
        })
      if (!settled) throw new LeaseLost()
    },
  }
}
