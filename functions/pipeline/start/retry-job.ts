import { type BeginJobDeps, type Begun, beginJob } from './begin-job.ts'
import { executionName } from './execution-name.ts'
import { runJob } from './run-job.ts'

/**
 * Begins a deliberate new attempt at a failed job: a job of its own with the next number, under the recipe as it
 * stands now. Asked twice it is the same attempt. Throws when the job did not fail, or when it was tried again and
 * that has ended.
 */
export const retryJob = async (id: string, deps: BeginJobDeps): Promise<Begun> => {
  const job = await deps.jobs.get(id)
  if (!job) throw new Error(`There is no job ${id}.`)
  if (job.status !== 'failed') {
    throw new Error(
      `${id} ${job.status === 'running' ? 'is running' : job.status}; only a failed job is tried again.`,
    )
  }
  const { source, recipe } = job
  const attempt = job.attempt + 1
  const next = await deps.jobs.get(executionName(source, recipe.name, attempt))
  if (next && next.status !== 'running') {
    throw new Error(`${id} was tried again as ${next.id}, which ${next.status}.`)
  }
  // Whoever asked before may have died before it was started.
  if (next) return { job: next.id, outcome: await runJob(next.id, deps) }
  return beginJob({ source, recipe: recipe.name, attempt }, deps)
}
