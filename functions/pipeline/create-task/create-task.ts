import { takesIndex } from '../../../catalog/features/takes-index.ts'
import { placeFrames } from '../../../catalog/preparation/place-frames.ts'
import { type OpenTaskDeps, openTask } from '../core/inbox/open-task.ts'
import { type Callback, callbackKey, type Inbox } from '../core/ports/inbox.ts'
import type { Jobs } from '../core/ports/job.ts'
import type { Prepared } from '../core/ports/prepared.ts'
import { requireNewest } from '../core/sources/require-newest.ts'
import { detects, type JobStep, loadStep } from '../core/steps/load-step.ts'
import { type SentFile, signedUrls } from '../core/steps/presign-or-upload.ts'
import { resolveFileNames } from '../core/steps/resolve-file-names.ts'
import {
  type PreviousTask,
  preparedKey,
  type ResolveSourceDeps,
  resolveSource,
  sourceField,
} from '../core/steps/resolve-source.ts'
import { inputFields } from './input-fields.ts'

export type CreateTaskInput = {
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
  prepared?: Prepared | null
  /** `part` is the target's index in the source where it is worked on in a picture of its own. */
  target: { index: number; part?: number }
}

export type CreateTaskDeps = OpenTaskDeps & ResolveSourceDeps & { jobs: Jobs }

/**
 * Creates the effect task of one target; the state then waits for its callback. Throws `Superseded` when the dropped
 * object was overwritten meanwhile, and otherwise like `inputFields`, `resolveSource` and `openTask`.
 */
export async function createTask(input: CreateTaskInput, deps: CreateTaskDeps): Promise<void> {
  const at = await loadStep(input.job, input.step, deps.jobs)
  await requireNewest(at.job, deps)
  const isPrepared = preparedKey(input.prepared, input.step) !== undefined
  const key = callbackKey({ ...input, stage: 'effect', target: nth(input), isPrepared })
  await openTask(
    {
      key,
      token: input.token,
      order: input.order,
      feature: at.feature,
      stage: 'effect',
      ...((await earlierRequest(key, input, deps.inbox)) ?? (await requestOf(at, input, deps))),
      batched: at.job.batched,
      timeoutSeconds: at.plan.timeoutSeconds,
    },
    deps,
  )
}

/** The target's index in the source. */
function nth({ target: { index, part = index } }: CreateTaskInput): number {
  return part
}

type TaskRequest = Pick<Callback, 'request' | 'signed'>

/** The request of an earlier try of the state, so that no file is uploaded twice. */
async function earlierRequest(
  key: string,
  { order }: CreateTaskInput,
  inbox: Inbox,
): Promise<TaskRequest | undefined> {
  const earlier = order === 0 ? undefined : await inbox.findCallback(key)
  // Nothing else of it: the token is that of the earlier try, for which nobody waits any more.
  return earlier && { request: earlier.request, ...(earlier.signed && { signed: earlier.signed }) }
}

async function requestOf(
  at: JobStep,
  input: CreateTaskInput,
  deps: CreateTaskDeps,
): Promise<TaskRequest> {
  const source =
    (await uploadedSource(at, input, deps.inbox)) ?? (await resolveSource(at, input, deps))
  const { format } = at.plan.output
  const prepared = input.prepared?.step === input.step ? input.prepared : undefined
  const { fields, sent } = await inputFields(at, prepared ?? {}, deps)
  const files = { ...sourceField(source), ...fields }
  const request = {
    ...resolveFileNames(placed(at, prepared), files),
    ...files,
    ...(takesIndex(at.feature) && { index: input.target.index }),
    // Only the last result is delivered, so only the last step converts the format.
    ...(at.last && format && { output_format: format }),
  }
  return { request, signed: signedUrls([source, ...sent]) }
}

/** The parameters, with pixels and frames of the source as those of what was prepared. */
function placed(
  { step, feature }: JobStep,
  prepared: Prepared | undefined,
): Record<string, unknown> {
  const { preparation, video } = prepared ?? {}
  if (video) return placeFrames(step.parameters, video) ?? step.parameters
  const own = preparation && feature.placePixels?.(step.parameters, preparation)
  return own ?? step.parameters
}

/** The file id of a source that was uploaded for the detection: ids are valid for 30 days. */
async function uploadedSource(
  at: JobStep,
  input: CreateTaskInput,
  inbox: Inbox,
): Promise<SentFile | undefined> {
  if (at.plan.transfer === 'url' || !detects(at, input.prepared)) return undefined
  const isPrepared = preparedKey(input.prepared, input.step) !== undefined
  const callback = await inbox.findCallback(
    callbackKey({ ...input, stage: 'pre-process', target: input.target.part ?? 0, isPrepared }),
  )
  const id = callback?.request['src_file_id']
  return typeof id === 'string' ? { id } : undefined
}
