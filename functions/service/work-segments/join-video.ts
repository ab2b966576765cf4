import { computeOf } from '../../../catalog/compute.ts'
import type { Feature } from '../../../catalog/feature.ts'
import { findFeature } from '../../../catalog/features.ts'
import { log } from '../../log.ts'
import { segmentKey, sharedKeys } from '../model/shared-video.ts'
import type { SharedWork, Task, TaskOutcome } from '../model/task.ts'
import { createUnitHold } from '../run-task/unit-hold.ts'
import { failureOf } from '../tasks/failure-of.ts'
import { concludeTask, finishTask } from '../tasks/finish-task.ts'
import { storeOutput } from '../tasks/store-output.ts'
import { withFolder } from '../tasks/with-folder.ts'
import { readInputs, readShared } from './read-shared.ts'
import type { SharedDeps } from './shared-deps.ts'

/**
 * Joins the segments of a video, stores the result, ends the task and removes what its workers shared. A task that has
 * ended before, because it was stopped or a segment failed, is only tidied up.
 * @param seconds that the workers of the segments took
 */
export async function joinVideo(
  task: Task,
  seconds: number,
  signal: AbortSignal,
  deps: SharedDeps,
): Promise<void> {
  const { status, shared } = task
  const feature = findFeature(task.feature)
  if (status !== 'running' || !shared || !feature) await concludeTask(task, deps)
  else {
    const outcome = await outcomeOf(task, feature, shared, seconds, signal, deps)
    const { deletedAt } = await finishTask(task, outcome, deps)
    // Its client stopped and deleted it meanwhile.
    if (deletedAt !== undefined && outcome.status === 'success') {
      await deps.files.remove(Object.values(outcome.results.objects))
    }
    log.info('A shared video was joined.', { taskId: task.id, segments: shared.count, seconds })
  }
  await deps.files.remove(sharedKeys(task))
}

async function outcomeOf(
  task: Task,
  feature: Feature,
  { count, surveyed = 0 }: SharedWork,
  seconds: number,
  signal: AbortSignal,
  deps: SharedDeps,
): Promise<TaskOutcome> {
  const { id, stage, parameters: params } = task
  const began = deps.now()
  const read = async (nth: number): Promise<Uint8Array> => {
    const bytes = await readShared(segmentKey(id, nth), deps.files, signal)
    if (!bytes) throw new Error(`Segment ${nth} of a video is gone.`)
    return bytes
  }
  const join = async (folder: string): Promise<TaskOutcome> => {
    const files = await readInputs(task, folder, deps.files, signal)
    if (!files) throw new Error('What the workers of a video share is gone.')
    const made = await deps.perform(
      {
        ...{ feature: task.feature, stage, params, files, folder },
        share: { make: 'whole', count, segment: read },
      },
      { signal, lengthKnown: async () => {} },
    )
    const result = made.output ?? made.file
    if (!result) throw new Error(`${task.feature} made no video.`)
    const key = await storeOutput(task, result, deps.files)
    return {
      status: 'success',
      results: { values: made.results, objects: { url: key } },
      units: createUnitHold(task, feature, deps).charge(made.seconds),
      compute: computeOf(count, surveyed + seconds + (deps.now() - began) / 1000),
    }
  }
  try {
    return await withFolder(join)
  } catch (error) {
    return failureOf(feature, error)
  }
}
