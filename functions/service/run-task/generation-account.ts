import { Fault } from '../../../catalog/fault.ts'
import type { Generation } from '../../../catalog/generation.ts'
import type { Task } from '../model/task.ts'
import type { Paying } from '../ports/perform.ts'
import type { TaskStore } from '../ports/task-store.ts'

/** What generators do for a task, and how it pays for them. */
export type GenerationAccount = {
  paying: Paying
  /** What was, or may have been, paid in this attempt at the task. */
  made: readonly Generation[]
}

/**
 * Opens the account of an attempt at a task. Every call of a generator is noted on the task before it is made, so that
 * a task that is worked on again, after a crash or a lost message, does not pay for a call twice: its answer was lost,
 * and the task ends. A client that asks again makes a new task.
 */
export function openGenerationAccount(
  { id }: Pick<Task, 'id'>,
  { tasks, dollarsPerTask: most = 0 }: { tasks: TaskStore; dollarsPerTask?: number | undefined },
): GenerationAccount {
  const made: Generation[] = []
  return {
    made,
    paying: {
      task: id,
      generated: (generation) => void made.push(generation),
      reserve: async ({ nth, dollars, idempotent }) => {
        const begun = await tasks.beginGeneration(id, { nth, dollars, most })
        if (begun === 'begun' || (begun === 'begun before' && idempotent)) return
        throw begun === 'too dear'
          ? new Fault('runtime', `The task would spend more than ${most} dollars on a generator.`)
          : new Fault('runtime', 'A generator’s answer was lost, and asking again could pay twice.')
      },
    },
  }
}
