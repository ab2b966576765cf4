import { Failure } from '../../../../catalog/failures/failure.ts'
import type { FailureCode } from '../../../../catalog/failures/failures.ts'
import type { ServiceOffer } from '../../../../catalog/generator/generator.ts'
import type { ServiceLimits } from '../../../../catalog/limits/service-limits.ts'
import { Unstorable } from '../../../unstorable.ts'
import { boundedMessage } from '../jobs/bounded-message.ts'
import type { Job, JobRecipe, Jobs, Source } from '../ports/job.ts'
import type { ObjectFacts, ObjectKey, ReadObjects } from '../ports/objects.ts'
import { RESULT_MARK } from '../ports/objects.ts'
import { sourceArchived } from '../ports/source-archived.ts'
import { isNewer } from '../sources/sequencer.ts'
import { isWrite, nextAlike } from '../sources/write-version.ts'

import { isOfEarlier } from './choose-alike.ts'

import { executionName } from './execution-name.ts'
import { type LoadedRecipe, loadRecipe } from './load-recipe.ts'
import { mergeOverrides } from './merge-overrides.ts'
import { requireOffered } from './require-offered.ts'
import { type RunJobDeps, type RunOutcome, runJob } from './run-job.ts'

export type BeginJobDeps = RunJobDeps & {
  jobs: Jobs
  objects: ReadObjects
  /** Dollars per unit of the service; 0 where it is not configured. */
  unitPrice?: number | undefined
  /** Dollars that the service's generator asks for a picture. */
  generatorPrice?: number | undefined
  /** What the service takes where that is less than the catalogue says. */
  serviceLimits?: ServiceLimits | undefined
  /** Whether an object's metadata may change its recipe, as far as the recipe lets it. @default true */
  overrides?: boolean
  /** Whether an operator's retry may, likewise. @default true */
  retryOverrides?: boolean
  /** What the service carries out, where that is known. */
  offer?: ServiceOffer | undefined
  now: () => number
}

/** `gone`: what the event was for was deleted, or replaced by what begins no job of this event. */
export type BegunJob = { job?: string; outcome: RunOutcome | 'ignored' | 'gone' }

/** An object version and the recipe to begin a job with. The recipe is read from the bucket unless it is `loaded`. */
export type NewJob = {
  source: Source
  recipe: string
  attempt: number
  loaded?: LoadedRecipe | Failure
  /** What a retry lays over the recipe, as JSON. */
  changes?: string | undefined
  /** Whether a batch waits for the job. */
  batched?: boolean
}

/**
 * Begins the one job of an object version under a recipe, or a further attempt at it. The job's record is written first
 * and holds the recipe as it is now, so a later edit of the recipe changes only later drops. A repeated call finds the
 * record and the execution and changes nothing. An object that is itself a result of a job is ignored.
 */
export async function beginJob(
  { source, recipe, attempt, loaded, changes, batched = false }: NewJob,
  deps: BeginJobDeps,
): Promise<BegunJob> {
  const found = await deps.objects.head(source)
  if (found && RESULT_MARK in found.metadata) return { outcome: 'ignored' }
  const planned = found
    ? pinRecipe(
        recipe,
        loaded ?? (await loadRecipe(recipe, { objects: deps.objects, bucket: source.bucket })),
        found,
        { key: source.key, changes },
        deps,
      )
    : refused(recipe, 'SourceGone')
  const superseded = (await wasOverwritten(source, deps.jobs)) && refused(recipe, 'Superseded')
  const id = executionName(source, recipe, attempt)
  const facts = {
    id,
    attempt,
    source,
    status: 'running' as const,
    ...(deps.unitPrice && { unitPrice: deps.unitPrice }),
    ...(deps.generatorPrice && { generatorPrice: deps.generatorPrice }),
    ...(deps.serviceLimits && { serviceLimits: deps.serviceLimits }),
    ...(batched && { batched }),
    createdAt: new Date(deps.now()).toISOString(),
  }
  // A call that crashes after this is repeated, but may find another write in place and begin only that one's job.
  if (isWrite(source.version)) await deps.companions.lookAgain(id, LOOK_AGAIN_SECONDS)
  const job = await deps.jobs.create({ ...facts, ...(superseded || planned) }).catch((error) => {
    if (!(error instanceof Unstorable)) throw error
    // No drop is lost for what is in its recipe or its metadata: the job is stored without them and fails.
    const reason = 'The recipe, with what the object lays over it, cannot be stored.'
    return deps.jobs.create({ ...facts, ...refused(recipe, 'RecipeInvalid', reason) })
  })
  if (job && attempt === 0 && isOfEarlier(job, source)) {
    const next = { source: nextAlike(source), recipe, attempt, batched }
    return beginJob({ ...next, ...(loaded && { loaded }) }, deps)
  }
  // The job may exist already, from a drop or another line. The batch checks after this whether it has ended.
  if (batched && !job?.batched) await deps.jobs.markBatched(id)
  return { job: id, outcome: await runJob(job, deps) }
}

/** Longer than a function and its calls take. */
const LOOK_AGAIN_SECONDS = 300

type PinnedRecipe = { recipe: JobRecipe } & Pick<Job, 'refusal'>

/** An invalid recipe becomes a refusal: the job is still created and then fails with the reason, so no drop is lost. */
function pinRecipe(
  name: string,
  loaded: LoadedRecipe | Failure,
  { metadata, archived }: ObjectFacts,
  { key, changes }: Pick<ObjectKey, 'key'> & Pick<NewJob, 'changes'>,
  {
    overrides: allowed = true,
    retryOverrides: changesAllowed = true,
    offer,
  }: Pick<BeginJobDeps, 'overrides' | 'retryOverrides' | 'offer'>,
): PinnedRecipe {
  try {
    if (loaded instanceof Failure) throw loaded
    if (archived) throw sourceArchived(key)
    const recipe = {
      name,
      ...mergeOverrides(loaded, { metadata, allowed, changes, changesAllowed }),
    }
    if (offer) requireOffered(recipe.plan?.steps ?? [], offer)
    return { recipe }
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
  return { recipe: { name }, refusal: { code, message: boundedMessage(message) } }
}

async function wasOverwritten(source: Source, jobs: Jobs): Promise<boolean> {
  if (source.sequencer === undefined) return false
  return isNewer(await jobs.recordSequencer(source, source.sequencer), source.sequencer)
}
