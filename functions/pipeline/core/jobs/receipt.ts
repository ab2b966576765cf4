import type { Receipt } from '../../../../catalog/jobs/receipt.ts'
import { estimateCost } from '../cost/estimate-cost.ts'
import type { Job } from '../ports/job.ts'
import { NO_TRAIL, type TrailStep, type TrailTask } from '../ports/trail.ts'
import { transferOf } from '../steps/transfer-of.ts'
import { failureFrom } from './failure-from.ts'

/**
 * The receipt of a job that ended. It is made from the job's record alone, so every repetition is the same.
 */
export function receiptOf(job: Job): Receipt {
  const { name, sha256, overrides, changes } = job.recipe
  const { steps, states } = job.trail ?? NO_TRAIL
  const finishedAt = job.finishedAt ?? job.createdAt
  return {
    job: job.id,
    status: job.status === 'succeeded' ? 'succeeded' : 'failed',
    attempt: job.attempt,
    source: { ...job.source, ...job.sourceHash },
    recipe: {
      name,
      ...(sha256 && { sha256 }),
      ...(overrides && { overrides }),
      ...(changes && { changes }),
    },
    ...(job.recipe.plan && { transfer: transferOf(job.recipe.plan, job.source.key) }),
    steps: steps.map(({ tasks, prepared, restored, found: _, ...step }) => ({
      ...step,
      tasks: tasks.map(inPlainWords),
      ...preparationsOf(prepared),
      ...(restored && {
        restorations: restored.files.map(({ index, together, restoration }) => ({
          index,
          ...(together && { together }),
          ...restoration,
        })),
      }),
    })),
    results: job.results ?? [],
    ...(job.failure && { failure: job.failure }),
    ...(job.refused && { refused: job.refused }),
    createdAt: job.createdAt,
    finishedAt,
    elapsedMs: Date.parse(finishedAt) - Date.parse(job.createdAt),
    states,
    cost: estimateCost(job),
  }
}

/** How the step's source was prepared: once for all targets, or for each of them. */
function preparationsOf(
  prepared: TrailStep['prepared'],
): Pick<Receipt['steps'][number], 'preparation' | 'preparations' | 'video'> {
  if (prepared?.video) return { video: prepared.video }
  if (prepared?.preparation) return { preparation: prepared.preparation }
  if (!prepared || !('parts' in prepared)) return {}
  const preparations = prepared.parts.flatMap(({ part: index, preparation }) =>
    index !== undefined && preparation ? [{ index, ...preparation }] : [],
  )
  return preparations.length > 0 ? { preparations } : {}
}

/** Replaces the error name and the stack that a state caught with the failure's code and sentence. */
function inPlainWords({
  failure,
  failedIn: _,
  ...task
}: TrailTask): Receipt['steps'][number]['tasks'][number] {
  if (!failure) return task
  const { code, message } = failureFrom(failure.Error ?? 'JobFailed', failure.Cause)
  return { ...task, failure: { code, message } }
}

/** The key of a job's receipt in the results bucket. */
export function receiptKey(job: string, prefix = 'results/'): string {
  return `${prefix}${job}/receipt.json`
}
