import { Failure } from '../../../catalog/failures/failure.ts'
import { Fault } from '../../../catalog/failures/fault.ts'
import { codeOf } from '../../../catalog/features/code-of.ts'
import { takesIndex } from '../../../catalog/features/takes-index.ts'
import { isPicture } from '../../../catalog/files/file-rule.ts'
import type { Target } from '../../../catalog/targets/pick-targets.ts'
import { isRestorable } from '../../../catalog/tasks/output-format.ts'
import type { Jobs } from '../core/ports/job.ts'
import { type Objects, resultMark } from '../core/ports/objects.ts'
import type {
  PictureEngine,
  PreparationWanted,
  PreparedTarget,
} from '../core/ports/picture-engine.ts'
import type { Prepared, PreparedEach } from '../core/ports/prepared.ts'
import type { Provider } from '../core/ports/provider.ts'
import type { VideoEngine } from '../core/ports/video-engine.ts'
import { fetchResults } from '../core/steps/fetch-results.ts'
import { type JobStep, loadStep } from '../core/steps/load-step.ts'
import { type OpenSourceDeps, openSource } from '../core/steps/open-source.ts'
import { preparableRule } from '../core/steps/preparable-rule.ts'
import type { PreviousTask } from '../core/steps/resolve-source.ts'
import { failureOfFault } from './failure-of-fault.ts'
import { placeParameters } from './place-parameters.ts'
import { prepareReferences } from './prepare-references.ts'
import { prepareVideoSource } from './prepare-video-source.ts'

export type PrepareInput = {
  job: string
  /** Index of the step in the recipe, from 0. */
  step: number
  previous: PreviousTask | null
  /** Effect tasks that ended in an error although their source met the rule as far as its header tells. */
  refused?: Refused | null
}

/** The refused tasks by their targets, everybody whom the step is for, and whether other targets' tasks succeeded. */
type Refused = {
  tasks: { index: number; taskId: string }[]
  targets: Target[]
  succeeded: boolean
}

export type PrepareDeps = OpenSourceDeps & {
  jobs: Jobs
  objects: Pick<Objects, 'open' | 'write'>
  pictures: PictureEngine
  videos: VideoEngine
}

/**
 * Makes the source of a step and its references meet their feature's file rules. Throws like {@link prepareSource}.
 */
export async function prepare(
  input: PrepareInput,
  deps: PrepareDeps,
): Promise<Prepared | PreparedEach> {
  const at = await loadStep(input.job, input.step, deps.jobs)
  const prepared = await prepareSource(at, input, deps)
  const beside = await prepareReferences(at, deps)
  if (!('parts' in prepared)) return { ...prepared, ...beside }
  return { ...prepared, parts: prepared.parts.map((part) => ({ ...part, ...beside })) }
}

/**
 * Makes the source of a step meet its feature's file rule: converted, turned, scaled, cropped to its target, or to each
 * of its targets. Keys of prepared pictures depend on job, step and target alone, so a repeated run writes the same
 * objects. Throws like {@link failureOfFault}, `TargetMissing`
 * where too many are, the failure of the refused task where nothing is to be prepared, and otherwise like
 * `openSource`.
 */
async function prepareSource(
  at: JobStep,
  input: PrepareInput,
  deps: PrepareDeps,
): Promise<Prepared | PreparedEach> {
  const nothing: Prepared = { step: input.step, key: null, preparation: null, restores: false }
  const rule = preparableRule(at)
  if (!rule) return nothing
  const { refused } = input
  const refusals = refused ? await refusalsOf(at, refused, deps) : undefined
  const done = { ...nothing, restores: restores(at) }
  const keys = new Map<number | undefined, string>()
  if (refusals?.indices.length === 0) {
    return at.step.target === 'all' ? each(done, at, [], keys) : nothing
  }
  if (!isPicture(rule)) {
    const made = await prepareVideoSource(at, { previous: input.previous, rule }, deps)
    if (!made && refusals?.first) throw refusals.first
    return made ?? nothing
  }
  try {
    const targets = refused ? boxesOf(refused, refusals?.indices ?? []) : undefined
    const chosen = at.step.target === 'usable' ? targets?.[0]?.box : undefined
    const named = takesIndex(at.feature)
    const wanted = {
      rule,
      target: at.step.target,
      named,
      targets,
      chosen,
      refused: refusals !== undefined,
    }
    const source = await openSource(at, input.previous, deps)
    const made = await deps.pictures.prepare(source, wanted, async (index, picture) => {
      const key = keyOf(input, index, picture.ending, deps)
      await deps.objects.write({ bucket: deps.preparedPictures.bucket, key }, picture.bytes, {
        contentType: picture.contentType,
        metadata: resultMark(input.job),
      })
      keys.set(index, key)
    })
    if (Array.isArray(made)) return await withMasks(each(done, at, made, keys), at, deps)
    const key = keys.get(undefined)
    if (made && key) {
      return { ...done, key, preparation: made, ...(await placeParameters(at, made, deps)) }
    }
  } catch (error) {
    const failure = error instanceof Fault ? reasonOf(error, refusals) : error
    const stays = failure instanceof Failure && !failure.transient
    if (!stays || !refusals?.succeeded) throw failure
  }
  // What the step's other targets came to is not lost because nothing could be done for one.
  if (refusals?.succeeded) return each(done, at, [], keys)
  if (refusals?.first) throw refusals.first
  return nothing
}

function keyOf(
  { job, step }: PrepareInput,
  index: number | undefined,
  ending: string,
  { preparedPictures }: PrepareDeps,
): string {
  return `${preparedPictures.prefix}${job}/${step}${index === undefined ? '' : `.${index}`}${ending}`
}

/** The boxes of the targets that were refused, where the service found them; all others are searched. */
function boxesOf({ targets }: Refused, indices: number[]): PreparationWanted['targets'] {
  const boxes = targets.flatMap(({ index, box }) =>
    box && indices.includes(index) ? [{ index, box }] : [],
  )
  return boxes.length > 0 ? boxes : undefined
}

/** One picture for each target. Throws `SourceUnfit` where there is none for any of several. */
function each(
  done: Prepared,
  { feature, last }: JobStep,
  made: PreparedTarget[],
  keys: ReadonlyMap<number | undefined, string>,
): PreparedEach {
  const parts = made.map((one): Prepared => {
    const part = { ...done, part: one.index }
    return 'refusal' in one
      ? { ...part, refusal: one.refusal }
      : { ...part, key: keys.get(one.index) ?? null, preparation: one.preparation }
  })
  const [first] = parts
  if (first?.refusal && parts.every(({ refusal }) => refusal)) {
    throw new Failure('SourceUnfit', first.refusal)
  }
  return { ...done, parts, feature: feature.name, last }
}

/** The same with the masks of each target's own picture. */
async function withMasks(
  prepared: PreparedEach,
  at: JobStep,
  deps: PrepareDeps,
): Promise<PreparedEach> {
  const parts: Prepared[] = []
  for (const part of prepared.parts) {
    const { preparation, part: nth } = part
    const masks = preparation && (await placeParameters(at, preparation, deps, nth))
    parts.push({ ...part, ...masks })
  }
  return { ...prepared, parts }
}

/** Whether results are put back into the original: pictures, unless the recipe wants them as the service made them. */
function restores({ plan, feature }: JobStep): boolean {
  return plan.output.size !== 'service' && isRestorable(feature)
}

/**
 * Why nothing came of preparing: its own reason, which says what is missing where the service says what it wants. Whom
 * the service saw and the engine does not see, the service's reason tells better.
 */
function reasonOf(fault: Fault, refusals: Refusals | undefined): Failure {
  return (fault.condition === 'target' && refusals?.first) || failureOfFault(fault)
}

/** The targets whose tasks preparing may help, the first of their failures, and whether any task succeeded. */
type Refusals = { indices: number[]; first: Failure | undefined; succeeded: boolean }

/**
 * Sorts refused tasks by whether preparing may help: the target is too small in the picture, or was not seen for that
 * reason. A task may have succeeded after all: its status is what counts. Throws another failure of a task where
 * nothing else came of the step.
 */
async function refusalsOf(
  { job, feature, step }: JobStep,
  { tasks, succeeded }: Refused,
  { provider }: PrepareDeps,
): Promise<Refusals> {
  const refusals: Refusals = { indices: [], first: undefined, succeeded }
  let other: Failure | undefined
  for (const { index, taskId } of tasks) {
    const task = { job: job.id, feature: feature.name, taskId, target: step.target }
    let code: string | null | undefined
    const noting: Provider['status'] = async (...asked) => {
      const status = await provider.status(...asked)
      code = status.error
      return status
    }
    try {
      await fetchResults({ ...task, stage: 'effect' }, { ...provider, status: noting })
      refusals.succeeded = true
    } catch (error) {
      if (!(error instanceof Failure) || error.transient) throw error
      const helps = (isPicture(feature.files.src) ? FRAMING : KINDS).some(
        (wanted) => codeOf(feature, { condition: wanted, role: 'src' }) === code,
      )
      if (helps) {
        refusals.indices.push(index)
        refusals.first ??= error
      } else other ??= error
    }
  }
  if (refusals.indices.length === 0 && !refusals.succeeded && other) throw other
  return refusals
}

const FRAMING = ['small-face', 'small', 'target'] as const
/** What converting, scaling or cutting a video may help against. */
const KINDS = ['bytes', 'unsupported', 'dimensions', 'seconds'] as const
