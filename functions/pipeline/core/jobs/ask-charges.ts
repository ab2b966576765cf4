import { Failure } from '../../../../catalog/failures/failure.ts'
import { findFeature } from '../../../../catalog/features/features.ts'
import type { Provider, TaskStatus } from '../ports/provider.ts'
import type { TrailStep, TrailTask } from '../ports/trail.ts'
import { fetchStatus } from '../steps/fetch-results.ts'

export type AskChargesDeps = {
  provider: Provider
  /** Epoch milliseconds. */
  now: () => number
}

export type AskChargesOptions = {
  /** Milliseconds after which no further task is asked for. */
  limitMs: number
  /** Whether a service that cannot answer now is a failure; otherwise what it would say stays unknown. */
  throwErrors: boolean
}

/**
 * The steps of a job with what their tasks were charged, and which engine made them, as the service says in the status
 * of each: a webhook tells neither. A service that does not say what it charges is asked no further. A task that it
 * does not know any more keeps what is known of it. Throws the `Failure` of a call only where `throwErrors` says so.
 */
export async function askCharges(
  job: string,
  steps: readonly TrailStep[],
  deps: AskChargesDeps,
  { limitMs, throwErrors }: AskChargesOptions,
): Promise<TrailStep[]> {
  const until = deps.now() + limitMs
  const told = new Map<TrailTask, TaskStatus>()
  for (const { feature, task, taskId } of unknownCharges(steps)) {
    if (deps.now() >= until) break
    try {
      const status = await fetchStatus({ job, feature, stage: 'effect', taskId }, deps.provider)
      told.set(task, status)
      if (status.task_status === 'success' && !status.charge) break
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (!error.transient) continue
      if (throwErrors) throw error
      break
    }
  }
  return steps.map((step) => ({
    ...step,
    tasks: step.tasks.map((task) => withCharge(task, told.get(task))),
  }))
}

/** A task with the engine and the charge of its status. */
export function withCharge(
  task: TrailTask,
  { engine, charge }: Pick<TaskStatus, 'engine' | 'charge'> = {},
): TrailTask {
  return { ...task, ...(engine && { engine }), ...(charge && { charge }) }
}

function unknownCharges(steps: readonly TrailStep[]) {
  return steps.flatMap(({ feature, tasks }) =>
    tasks.flatMap((task) => {
      const { taskId, charge } = task
      return taskId && !charge && findFeature(feature) ? [{ feature, task, taskId }] : []
    }),
  )
}
