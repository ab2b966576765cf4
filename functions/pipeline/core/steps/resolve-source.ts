import { Failure } from '../../../../catalog/failures/failure.ts'
import type { Prepared, PreparedLocation, RestoredFile } from '../ports/prepared.ts'
import type { JobStep } from './load-step.ts'
import { type PresignOrUploadDeps, presignOrUpload, type SentFile } from './presign-or-upload.ts'
import { signUrl } from './sign-url.ts'

/**
 * The effect task of the previous step, whose result is the source of the next one: restored, or as the service gave
 * it.
 */
export type PreviousTask = { taskId: string; feature: string; restored?: RestoredFile | undefined }

/** Which file is the source of a step. `prepared` stands for the previous result or the dropped object. */
export type SourceChoice = {
  previous: PreviousTask | null | undefined
  prepared?: Prepared | null | undefined
}

export type ResolveSourceDeps = PresignOrUploadDeps & { preparedPictures: PreparedLocation }

/**
 * The source file of a step, as a request names it: the picture prepared for it, the dropped object, or the result of
 * the previous step. A result's URL is
 * fetched again each time, because result URLs are valid for two hours. Throws `SourceGone` when the object was
 * deleted and `ResultUnavailable` when the previous step has no file, and otherwise like `fetchResults`.
 */
export async function resolveSource(
  { job, plan, index }: JobStep,
  { previous, prepared }: SourceChoice,
  deps: ResolveSourceDeps,
): Promise<SentFile> {
  const key = preparedKey(prepared, index) ?? previous?.restored?.key
  if (key !== undefined || !previous) {
    const object = key === undefined ? job.source : { bucket: deps.preparedPictures.bucket, key }
    const file = await presignOrUpload(object, { job: job.id, transfer: plan.transfer }, deps)
    if (file) return file
    throw new Failure('SourceGone')
  }
  const target = plan.steps[index - 1]?.target
  const { taskId, feature } = previous
  return signUrl({ result: { taskId, feature, target } }, job.id, deps)
}

/** The key of the picture that was prepared for a step, where one was. */
export function preparedKey(
  prepared: Prepared | null | undefined,
  step: number,
): string | undefined {
  return prepared?.step === step ? (prepared.key ?? undefined) : undefined
}

/** The request field that names the source. */
export function sourceField(source: SentFile): Record<string, string> {
  return 'id' in source ? { src_file_id: source.id } : { src_file_url: source.url }
}
