import { codeOf } from '../../../catalog/code-of.ts'
import { Failure } from '../../../catalog/failure.ts'
import { Fault } from '../../../catalog/fault.ts'
import { hasPictureResult } from '../../../catalog/output-format.ts'
import type { Jobs } from '../ports/job.ts'
import { type Objects, resultMark } from '../ports/objects.ts'
import type { PictureEngine } from '../ports/picture-engine.ts'
import type { Prepared } from '../ports/prepared.ts'
import type { Provider } from '../ports/provider.ts'
import { fetchResults } from '../steps/fetch-results.ts'
import { type JobStep, loadStep } from '../steps/load-step.ts'
import { type OpenSourceDeps, openSource } from '../steps/open-source.ts'
import { preparableRule } from '../steps/preparable-rule.ts'
import type { PreviousTask } from '../steps/resolve-source.ts'

export type PrepareInput = {
  job: string
  /** Index of the step in the recipe, from 0. */
  step: number
  previous: PreviousTask | null
  /** The effect task that ended in an error although its source met the rule as far as its header tells. */
  refused?: string | null
}

export type PrepareDeps = OpenSourceDeps & {
  jobs: Jobs
  objects: Pick<Objects, 'open' | 'write'>
  pictures: PictureEngine
}

/**
 * Makes the source of a step meet its feature's file rule: converted, turned, scaled, cropped to its target. The
 * prepared picture's key depends on job and step alone, so a repeated run writes the same object. Throws `SourceUnfit`
 * with the engine's words, `NoTarget` where nobody is there to crop to, the failure of the refused task where nothing
 * could be done about it, and otherwise like `openSource`.
 */
export async function prepare(input: PrepareInput, deps: PrepareDeps): Promise<Prepared> {
  const at = await loadStep(input.job, input.step, deps.jobs)
  const nothing: Prepared = { step: input.step, key: null, preparation: null, restores: false }
  const rule = preparableRule(at)
  if (!rule) return nothing
  const refusal = input.refused ? await refusalOf(at, input.refused, deps) : undefined
  if (refusal === 'succeeded') return nothing
  let key: string | undefined
  try {
    const source = await openSource(at, input.previous, deps)
    const wanted = { rule, target: at.step.target }
    const preparation = await deps.pictures.prepare(source, wanted, async (made) => {
      const { bucket, prefix } = deps.preparedPictures
      key = `${prefix}${input.job}/${input.step}${made.ending}`
      await deps.objects.write({ bucket, key }, made.bytes, {
        contentType: made.contentType,
        metadata: resultMark(input.job),
      })
    })
    if (preparation && key) return { ...nothing, key, preparation, restores: restores(at) }
  } catch (error) {
    if (error instanceof Fault) throw refusal ?? failureOf(error)
    throw error
  }
  if (refusal) throw refusal
  return nothing
}

/** Whether results are put back into the original: pictures, unless the recipe wants them as the service made them. */
function restores({ plan, feature }: JobStep): boolean {
  return plan.output.size !== 'service' && hasPictureResult(feature)
}

function failureOf(fault: Fault): Failure {
  const isNobody = fault.condition === 'target'
  return new Failure(isNobody ? 'NoTarget' : 'SourceUnfit', fault.message, { cause: fault })
}

/**
 * The failure of a refused task, where preparing may help: its target is too small in the picture, or was not seen for
 * that reason. Throws any other failure of the task. A task may have succeeded after all: its status is what counts.
 */
async function refusalOf(
  { job, feature, step }: JobStep,
  taskId: string,
  { provider }: PrepareDeps,
): Promise<Failure | 'succeeded'> {
  const task = { job: job.id, feature: feature.name, taskId, target: step.target }
  let code: string | null | undefined
  const noting: Provider['status'] = async (...asked) => {
    const status = await provider.status(...asked)
    code = status.error
    return status
  }
  try {
    await fetchResults({ ...task, stage: 'effect' }, { ...provider, status: noting })
    return 'succeeded'
  } catch (error) {
    const helps = FRAMING.some((condition) => codeOf(feature, { condition, role: 'src' }) === code)
    if (helps && error instanceof Failure && !error.transient) return error
    throw error
  }
}

const FRAMING = ['small-face', 'small', 'target'] as const
