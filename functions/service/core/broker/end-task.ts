import { computeOf } from '../../../../catalog/costs/compute.ts'
import { findFeature } from '../../../../catalog/features/features.ts'
import { onBehalfOf } from '../../../log.ts'
import { LeaseLost } from '../model/lease.ts'
import { type ResultExtension, resultKey } from '../model/result-kind.ts'
import { sharedKeys } from '../model/shared-video.ts'
import type { Task, TaskOutcome } from '../model/task.ts'
import type { Holding, WorkOutcome } from '../ports/broker.ts'
import type { ObjectRemover } from '../ports/file-store.ts'
import { type FinishDeps, finishTask } from '../tasks/finish-task.ts'
import { resultCost } from '../tasks/unit-hold.ts'
import type { FeatureSemaphore } from './feature-semaphore.ts'

export type EndTaskDeps = FinishDeps & {
  objectRemover: ObjectRemover
  /** Where tasks of a feature wait for one another. @default they do not */
  semaphore?: FeatureSemaphore | undefined
}

/**
 * Ends a task as its holder says, and does what follows from its end. What it costs and where its result lies is worked
 * out here. When the task had ended before, its first end stands. Undefined when the worker lost the task.
 */
export async function endTask(
  { task: id, holder, outcome }: Holding & { outcome: WorkOutcome },
  deps: EndTaskDeps,
): Promise<{ status: Task['status'] } | undefined> {
  const task = await deps.tasks.get(id)
  if (!task) return undefined
  return await onBehalfOf(task, () => endFound(task, holder, outcome, deps))
}

async function endFound(
  task: Task,
  holder: string,
  outcome: WorkOutcome,
  deps: EndTaskDeps,
): Promise<{ status: Task['status'] } | undefined> {
  const isRunning = task.status === 'running'
  if (isRunning && task.lease?.holder !== holder) return undefined
  try {
    const ended = await finishTask(task, outcomeOf(task, outcome), deps, holder)
    // It ended otherwise first and its client deleted it since, so the result that was stored now is removed.
    if (ended.deletedAt !== undefined && outcome.status === 'success' && outcome.extension) {
      await deps.objectRemover.remove([keyOf(task, outcome.extension)])
    }
    await deps.objectRemover.remove(sharedKeys(task))
    await deps.semaphore?.release(task)
    return { status: ended.status }
  } catch (error) {
    if (error instanceof LeaseLost) return undefined
    throw error
  }
}

/** Of a task that has ended nothing is worked out: that end stands, and its client may have deleted what it is of. */
function outcomeOf(task: Task, outcome: WorkOutcome): TaskOutcome {
  if (outcome.status === 'error') return outcome
  const { values, extension, seconds, worked } = outcome
  const models = outcome.models ?? task.shared?.models
  const objects: Record<string, string> = extension ? { url: keyOf(task, extension) } : {}
  const results = { values: withNote(values, task.shared?.note), objects }
  if (task.status !== 'running') return { status: 'success', results }
  const feature = findFeature(task.feature)
  const units = feature ? resultCost(task, feature, seconds) : task.units
  return {
    status: 'success',
    results,
    units,
    ...(models && { models }),
    ...(task.shared && {
      compute: computeOf(task.shared.count, (task.shared.surveyed ?? 0) + (worked ?? 0)),
    }),
  }
}

/** The values with what was known of a shared video before it was made. */
function withNote(
  values: Readonly<Record<string, unknown>>,
  note: string | undefined,
): Readonly<Record<string, unknown>> {
  return note ? { ...values, note: [values['note'], note].filter(Boolean).join(' ') } : values
}

function keyOf({ id }: Task, extension: string): string {
  return resultKey(id, extension as ResultExtension)
}
