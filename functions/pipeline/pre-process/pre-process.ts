import { Failure } from '../../../catalog/failures/failure.ts'
import { type OpenTaskDeps, openTask } from '../core/inbox/open-task.ts'
import { callbackKey } from '../core/ports/inbox.ts'
import type { Jobs } from '../core/ports/job.ts'
import type { Prepared, PreparedEach } from '../core/ports/prepared.ts'
import { detects, loadStep } from '../core/steps/load-step.ts'
import { signedUrls } from '../core/steps/presign-or-upload.ts'
import { requireFitting } from '../core/steps/require-fitting.ts'
import {
  type PreviousTask,
  preparedKey,
  type ResolveSourceDeps,
  resolveSource,
  sourceField,
} from '../core/steps/resolve-source.ts'
import type { SourceHeaderDeps } from '../core/steps/source-header.ts'

export type PreProcessInput = {
  /** The callback token of the state. */
  token: string
  /** Which try of the state this is, from 0. */
  order: number
  job: string
  /** Index of the step in the recipe, from 0. */
  step: number
  attempt: number
  previous: PreviousTask | null
  /** What the last Prepare did; of this step or an earlier one. */
  prepared?: Prepared | PreparedEach | null
}

export type PreProcessDeps = OpenTaskDeps & ResolveSourceDeps & SourceHeaderDeps & { jobs: Jobs }

/**
 * Creates the detection task of a step; the state then waits for its callback. A step that needs no detection resumes
 * the state at once: its feature does not work on one of several people, or the recipe names an index. Throws
 * `NeedsPreparing` like `requireFitting`, `PreparedEach` where each target has a picture of its own, `SourceUnfit`
 * where one could not have any, and otherwise like `resolveSource` and `openTask`.
 */
export async function preProcess(input: PreProcessInput, deps: PreProcessDeps): Promise<void> {
  const { previous, prepared } = input
  const at = await loadStep(input.job, input.step, deps.jobs)
  const isPrepared = prepared?.step === input.step
  if (!isPrepared) await requireFitting(at, previous, deps)
  if (isPrepared && 'parts' in prepared) throw new Failure('PreparedEach')
  if (isPrepared && prepared.refusal) throw new Failure('SourceUnfit', prepared.refusal)
  if (!detects(at, prepared))
    return deps.tokens.succeed(input.token, { taskId: null, status: 'success' })
  const source = await resolveSource(at, { previous, prepared }, deps)
  const sent = preparedKey(prepared, input.step)
  await openTask(
    {
      key: callbackKey({
        ...input,
        stage: 'pre-process',
        target: (isPrepared && prepared.part) || 0,
        isPrepared: sent !== undefined,
      }),
      token: input.token,
      order: input.order,
      feature: at.feature,
      stage: 'pre-process',
      request: sourceField(source),
      signed: signedUrls([source]),
      batched: at.job.batched,
      timeoutSeconds: at.plan.timeoutSeconds,
    },
    deps,
  )
}
