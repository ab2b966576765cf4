import { findFeature } from '../../../catalog/features.ts'
import { segmentKey, surveyKey } from '../model/shared-video.ts'
import type { Task } from '../model/task.ts'
import { followProgress } from '../run-task/follow-progress.ts'
import { failureOf } from '../tasks/failure-of.ts'
import { finishTask } from '../tasks/finish-task.ts'
import { withFolder } from '../tasks/with-folder.ts'
import { readInputs, readShared } from './read-shared.ts'
import type { SharedDeps } from './shared-deps.ts'

/**
 * Makes one segment of a video. A segment that was made before, by a worker whose answer was lost, is left as it is.
 * What the client can understand ends the task, which the workers of the other segments notice within seconds.
 */
export async function makeSegment(
  task: Task,
  nth: number,
  signal: AbortSignal,
  deps: SharedDeps,
): Promise<void> {
  const { id, feature: name, stage, parameters: params, shared, status } = task
  const feature = findFeature(name)
  if (!shared || !feature || status !== 'running') return
  if (await deps.files.has(segmentKey(id, nth))) return
  let frames = 0
  const { onFrames, ended } = followProgress(task, {
    note: ({ done, at }) => deps.tasks.noteSegment(id, nth, done, at),
    now: deps.now,
  })
  const stop = AbortSignal.any([signal, ended])
  const make = async (folder: string): Promise<void> => {
    const files = await readInputs(task, folder, deps.files, stop)
    const survey = await readShared(surveyKey(id, nth), deps.files, stop)
    if (!files || !survey) return await requireEnded(task, deps)
    const { count } = shared
    const share = { make: 'segment' as const, nth, count, survey }
    const { output, file } = await deps.perform(
      { feature: name, stage, params, files, folder, share },
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
    if (!segment) throw new Error(`${name} made no segment.`)
    await deps.files.put(segmentKey(id, nth), segment, { contentType: 'video/mp4' })
    await deps.tasks.noteSegment(id, nth, frames, deps.now())
  }
  try {
    await withFolder(make)
  } catch (error) {
    await finishTask(task, failureOf(feature, error), deps)
  }
}

/** What is shared leaves with its task. */
async function requireEnded({ id }: Task, { tasks }: SharedDeps): Promise<void> {
  if ((await tasks.get(id))?.status === 'running') {
    throw new Error('What the workers of a video share is gone.')
  }
}
