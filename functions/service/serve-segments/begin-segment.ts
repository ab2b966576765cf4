import { log, onBehalfOf } from '../../log.ts'
import { orderedTask } from '../core/broker/ordered-task.ts'
import { SIGNED_SECONDS } from '../core/broker/sign-upload.ts'
import { segmentKey, surveyKey } from '../core/model/shared-video.ts'
import type { SegmentOrder } from '../core/ports/broker.ts'
import type { UrlSigner } from '../core/ports/file-store.ts'
import type { FinishDeps } from '../core/tasks/finish-task.ts'
import { isOverdue, timeOutTask } from '../core/tasks/time-out-task.ts'
import { segmentOf } from './segment-of.ts'
import { signInputs } from './sign-inputs.ts'

export type BeginSegmentDeps = FinishDeps & { signer: Pick<UrlSigner, 'download' | 'look'> }

/** The order for one segment of a video; undefined when its task has ended, or ran out of time. */
export async function beginSegment(
  of: { task: string; segment: number },
  deps: BeginSegmentDeps,
): Promise<SegmentOrder | undefined> {
  const task = await segmentOf(of, deps)
  if (!task) {
    log.warn('A segment belongs to no running task.', { taskId: of.task })
    return undefined
  }
  if (isOverdue(task, deps.now())) {
    await onBehalfOf(task, () => timeOutTask(task, deps))
    return undefined
  }
  const { id, shared } = task
  const { signer } = deps
  return {
    task: orderedTask(task),
    count: shared.count,
    ...(shared.models && { models: shared.models }),
    inputs: await signInputs(task, signer),
    survey: await signer.download(surveyKey(id, of.segment), SIGNED_SECONDS),
    made: await signer.look(segmentKey(id, of.segment), SIGNED_SECONDS),
  }
}
