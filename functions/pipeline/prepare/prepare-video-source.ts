import { Failure } from '../../../catalog/failures/failure.ts'
import { Fault } from '../../../catalog/failures/fault.ts'
import type { VideoRule } from '../../../catalog/files/file-rule.ts'
import { placeFrames } from '../../../catalog/preparation/place-frames.ts'
import { framePreparation } from '../../../engine/prepare/frame-preparation.ts'
import type { Jobs } from '../core/ports/job.ts'
import { type Objects, resultMark } from '../core/ports/objects.ts'
import type { PictureEngine } from '../core/ports/picture-engine.ts'
import type { Prepared } from '../core/ports/prepared.ts'
import type { VideoEngine } from '../core/ports/video-engine.ts'
import type { JobStep } from '../core/steps/load-step.ts'
import { type OpenSourceDeps, openSource } from '../core/steps/open-source.ts'
import type { PreviousTask } from '../core/steps/resolve-source.ts'
import { failureOfFault } from './failure-of-fault.ts'
import { placeParameters } from './place-parameters.ts'
import { whileRunning } from './while-running.ts'

export type PrepareVideoDeps = OpenSourceDeps & {
  jobs: Pick<Jobs, 'get'>
  objects: Pick<Objects, 'open' | 'write'>
  videos: VideoEngine
  pictures: Pick<PictureEngine, 'prepareMask'>
}

/**
 * Makes the video of a step meet its feature's file rule, with the masks and frames that the step names; undefined
 * where it met the rule. Ends with its job. Throws like {@link failureOfFault}, `JobAborted`, and otherwise
 * like `openSource`.
 */
export async function prepareVideoSource(
  at: JobStep,
  { previous, rule }: { previous: PreviousTask | null; rule: VideoRule },
  deps: PrepareVideoDeps,
): Promise<Prepared | undefined> {
  const { bucket, prefix } = deps.preparedPictures
  const key = `${prefix}${at.job.id}/${at.index}.mp4`
  const source = await openSource(at, previous, deps)
  const write = (bytes: AsyncIterable<Uint8Array>): Promise<void> =>
    deps.objects.write({ bucket, key }, bytes, {
      contentType: 'video/mp4',
      metadata: resultMark(at.job.id),
    })
  const video = await whileRunning(
    at.job.id,
    (signal) => unfit(() => deps.videos.prepare(source, rule, write, signal)),
    deps,
  )
  if (!video) return undefined
  if (!placeFrames(at.step.parameters, video)) {
    throw new Failure(
      'SourceUnfit',
      `The parameters name a frame after ${video.sent.seconds} seconds, to which the video had to be cut.`,
    )
  }
  const masks = await unfit(() => placeParameters(at, framePreparation(video), deps))
  return { step: at.index, key, preparation: null, restores: false, video, ...masks }
}

async function unfit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw failureOfFault(error)
  }
}
