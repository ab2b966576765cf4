import { findFeature } from '../../../catalog/features/features.ts'
import { onBehalfOf } from '../../log.ts'
import type { SegmentOrder } from '../core/ports/broker.ts'
import { failureOf } from '../core/tasks/failure-of.ts'
import { withFolder } from '../core/tasks/with-folder.ts'
import { followProgress } from '../core/worker/follow-progress.ts'
import { sizeOf } from '../core/worker/store-output.ts'
import { readInputs, readShared } from './read-shared.ts'
import type { WorkSegmentsDeps } from './work-segments-deps.ts'

type SegmentOf = { task: string; segment: number }

/**
 * Makes one segment of a video. A segment that was made before, by a worker whose answer was lost, is left as it is.
 * What the client can understand ends the task, which the workers of the other segments notice within seconds.
 */
export async function makeSegment(
  of: SegmentOf,
  signal: AbortSignal,
  deps: WorkSegmentsDeps,
): Promise<void> {
  const order = await deps.broker.beginSegment(of)
  const feature = order && findFeature(order.task.feature)
  if (!feature) return
  await onBehalfOf(order.task, async () => {
    if (await deps.files.has(order.made)) return
    try {
      await withFolder((folder) => makeIn(folder, of, order, signal, deps))
    } catch (error) {
      await deps.broker.failSegment({ ...of, failure: failureOf(feature, error) })
    }
  })
}

async function makeIn(
  folder: string,
  of: SegmentOf,
  order: SegmentOrder,
  signal: AbortSignal,
  { broker, files, perform, now }: WorkSegmentsDeps,
): Promise<void> {
  const { task, count, models } = order
  const { feature, stage, parameters: params } = task
  let frames = 0
  const { onFrames, ended } = followProgress(task, {
    note: ({ done }) => broker.noteSegment({ ...of, done }),
    now,
  })
  const stop = AbortSignal.any([signal, ended])
  const inputs = await readInputs(order, folder, files, stop)
  const survey = await readShared(order.survey, files, stop)
  if (!inputs || !survey) return await requireEnded(of, broker)
  const share = { make: 'segment' as const, nth: of.segment, count, survey, models }
  const { output, file } = await perform(
    { feature, stage, params, files: inputs, folder, share },
    {
      signal: stop,
      lengthKnown: async () => {},
      onFrames: (done, total) => {
        frames = done
        onFrames(done, total)
      },
    },
  )
  const segment = output?.bytes ?? file
  if (!segment) throw new Error(`${feature} made no segment.`)
  const placed = await broker.placeSegment({ ...of, size: await sizeOf(segment) })
  // Its task has ended meanwhile, and nobody waits for it.
  if (!placed) return
  await files.put(placed, segment)
  await broker.noteSegment({ ...of, done: frames })
}

/** What is shared leaves with its task. */
async function requireEnded(of: SegmentOf, broker: WorkSegmentsDeps['broker']): Promise<void> {
  if (await broker.beginSegment(of)) throw new Error('What the workers of a video share is gone.')
}
