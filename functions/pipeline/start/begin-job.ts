import { Failure } from '../../../catalog/failure.ts'
import type { FailureCode } from '../../../catalog/failures.ts'
import { isNewer } from '../jobs/sequencer.ts'
import type { Job, JobRecipe, Jobs, Source } from '../ports/job.ts'
import type { Objects } from '../ports/objects.ts'
import { RESULT_MARK } from '../ports/objects.ts'
import { executionName } from './execution-name.ts'
import { type LoadedRecipe, loadRecipe } from './load-recipe.ts'
import { mergeOverrides } from './merge-overrides.ts'
import { type RunJobDeps, type RunOutcome, runJob } from './run-job.ts'

export type BeginJobDeps = RunJobDeps & {
  jobs: Jobs
  objects: Objects
  /** Dollars one unit of the service costs; 0 where nobody said. */
  unitPrice?: number | undefined
  now: () => number
}

export type BegunJob = { job?: string; outcome: RunOutcome | 'ignored' }

/** Whose job begins: an object's version under a recipe, read already or read then. */
export type NewJob = {
  source: Source
  recipe: string
  attempt: number
  loaded?: LoadedRecipe | Failure
  /** Whether a batch waits for the job. */
  batched?: boolean
}

/**
 * Begins the one job of an object version under a recipe, or a further attempt at it. The job's record is written
 * first and holds the recipe as it was then, so a recipe edited later changes only later drops; a repeated beginning
 * finds both and changes nothing. A result of ours, wherever it was copied to, begins nothing.
 */
export async function beginJob(
  { source, recipe, attempt, loaded, batched = false }: NewJob,
  deps: BeginJobDeps,
): Promise<BegunJob> {
  const facts = await deps.objects.head(source)
  if (facts && RESULT_MARK in facts.metadata) return { outcome: 'ignored' }
  const planned = facts
    ? pinRecipe(
        recipe,
        loaded ?? (await loadRecipe(recipe, { objects: deps.objects, bucket: source.bucket })),
        facts.metadata,
      )
    : refused(recipe, 'SourceGone')
  const superseded = (await wasOverwritten(source, deps.jobs)) && refused(recipe, 'Superseded')
  const id = executionName(source, recipe, attempt)
  const job = await deps.jobs.create({
    ...{ id, attempt, source, status: 'running' },
    ...(deps.unitPrice && { unitPrice: deps.unitPrice }),
    ...(batched && { batched }),
    createdAt: new Date(deps.now()).toISOString(),
    ...(superseded || planned),
  })
  // A drop or another line may have begun it; whoever waits looks whether it has ended after this.
  if (batched && !job?.batched) await deps.jobs.markBatched(id)
  return { job: id, outcome: await runJob(job, deps) }
}

type PinnedRecipe = { recipe: JobRecipe } & Pick<Job, 'refusal'>

/** An unusable recipe still makes a job, which then fails with the reason: nothing dropped may vanish. */
function pinRecipe(
  name: string,
  loaded: LoadedRecipe | Failure,
  metadata: Record<string, string>,
): PinnedRecipe {
  try {
    if (loaded instanceof Failure) throw loaded
    return { recipe: { name, ...mergeOverrides(loaded, metadata) } }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return refused(name, error.code, error.message)
  }
}

function refused(
  name: string,
  code: FailureCode,
  message: string = new Failure(code).message,
): PinnedRecipe {
  return { recipe: { name }, refusal: { code, message } }
}

async function wasOverwritten(source: Source, jobs: Jobs): Promise<boolean> {
  if (source.sequencer === undefined) return false
  return isNewer(await jobs.recordSequencer(source, source.sequencer), source.sequencer)
}
