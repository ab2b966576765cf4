import type { Failure } from '../../../catalog/failures/failure.ts'
import type { FailureCode } from '../../../catalog/failures/failures.ts'
import { failureFrom } from '../core/jobs/failure-from.ts'
import type { TrailStep } from '../core/ports/trail.ts'

/** What only the end of a task says; the states after the wait read it. */
const OF_TASKS: ReadonlySet<FailureCode> = new Set(['TaskFailed', 'TaskBroke'])
/** And what a task of a recipe that names an index says where the picture has none. */
const OF_INDEXED_TASKS: ReadonlySet<FailureCode> = new Set(['NoTarget', 'TargetMissing'])

/** Whose task each state reads that may find it ended in an error. */
const READS: Readonly<Record<string, string>> = {
  ChooseTarget: 'PreProcess',
  ChooseInPart: 'FindInPart',
  Prepare: 'CreateTask',
  PreProcess: 'CreateTask',
  Restore: 'CreateTask',
  Deliver: 'CreateTask',
}

/**
 * The state that a failure comes from, where the one that threw it only tells of an earlier one: a task that could not
 * be created, or that ended in an error, is told by the state that looks for its result.
 * @param indexed whether the recipe names an index, which no detection looks for
 */
export function failedState(
  state: string,
  { code, message }: Failure,
  steps: TrailStep[],
  indexed: boolean,
): string {
  if (state === 'Deliver') {
    for (const { failure, failedIn } of steps.at(-1)?.tasks ?? []) {
      if (!failure) continue
      const told = failureFrom(failure.Error ?? 'JobFailed', failure.Cause)
      if (told.code !== code || told.message !== message) continue
      return failedState(failedIn ?? 'CreateTask', told, steps, indexed)
    }
  }
  const isOfTask = OF_TASKS.has(code) || (indexed && OF_INDEXED_TASKS.has(code))
  return isOfTask ? (READS[state] ?? state) : state
}
