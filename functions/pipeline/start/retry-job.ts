import { type BeginJobDeps, type BegunJob, beginJob } from '../core/begin/begin-job.ts'
import { executionName } from '../core/begin/execution-name.ts'
import { runJob } from '../core/begin/run-job.ts'

/**
 * Begins a deliberate new attempt at a failed job: a job of its own with the next number, under the current version of
 * the recipe, with `changes` laid over it (JSON). A repeated call begins no further attempt, whatever it would change.
 * Throws when there is no such job, or when it has not failed.
 */
export async function retryJob(
  id: string,
  deps: BeginJobDeps,
  changes?: string,
): Promise<BegunJob> {
  const job = await deps.jobs.get(id)
  if (!job) throw new Error(`There is no job ${id}.`)
  if (job.status !== 'failed') throw new Error(`${id} has not failed: it is ${job.status}.`)
  const { source, recipe } = job
  const attempt = job.attempt + 1
  const next = await deps.jobs.get(executionName(source, recipe.name, attempt))
  if (!next) return beginJob({ source, recipe: recipe.name, attempt, changes }, deps)
  // An earlier call may have crashed before it started the execution.
  return { job: next.id, outcome: await runJob(next, deps) }
}
