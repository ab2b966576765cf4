import { computeOf } from '../../../catalog/compute.ts'
import type { Feature } from '../../../catalog/feature.ts'
import { findFeature } from '../../../catalog/features.ts'
import { log } from '../../log.ts'
import { LeaseHeld } from '../model/lease.ts'
import { segmentKey, sharedKeys } from '../model/shared-video.ts'
import type { SharedWork, Task, TaskOutcome } from '../model/task.ts'
import { createUnitHold } from '../run-task/unit-hold.ts'
import { failureOf } from '../tasks/failure-of.ts'
import { concludeTask, finishTask } from '../tasks/finish-task.ts'
import { type Held, holdTask } from '../tasks/hold-task.ts'
import { storeOutput } from '../tasks/store-output.ts'
import { withFolder } from '../tasks/with-folder.ts'
import { readInputs, readShared } from './read-shared.ts'
import type { SharedDeps } from './shared-deps.ts'

/**
 * Joins the segments of a video, stores the result, ends the task and removes what its workers shared. A task that has
 * ended before, because it was stopped or a segment failed, is only tidied up. Throws `LeaseHeld` while another call
 * joins it.
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
    const join = (held: Held) => joinHeld(held, { feature, shared, seconds, signal }, deps)
    const joined = await holdTask(task.id, join, deps)
    if ('task' in joined && joined.task?.status === 'running') throw new LeaseHeld()
  }
  await deps.files.remove(sharedKeys(task))
}

type Joining = { feature: Feature; shared: SharedWork; seconds: number; signal: AbortSignal }

async function joinHeld(held: Held, joining: Joining, deps: SharedDeps): Promise<void> {
  const { task, holder } = held
  const outcome = await outcomeOf(held, joining, deps)
  const { deletedAt } = await finishTask(task, outcome, deps, holder)
  // Its client stopped and deleted it meanwhile.
  if (deletedAt !== undefined && outcome.status === 'success') {
    await deps.files.remove(Object.values(outcome.results.objects))
  }
  const { shared, seconds } = joining
  log.info('A shared video was joined.', { taskId: task.id, segments: shared.count, seconds })
}

async function outcomeOf(
  { task, lost, confirm }: Held,
  { feature, shared, seconds, signal: inTime }: Joining,
  deps: SharedDeps,
): Promise<TaskOutcome> {
  const { count, surveyed = 0 } = shared
  const { id, stage, parameters: params } = task
  const signal = AbortSignal.any([inTime, lost])
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
        feature: task.feature,
        stage,
        params,
        files,
        folder,
        share: { make: 'whole', count, segment: read },
      },
      { signal, lengthKnown: async () => {} },
    )
    const result = made.output ?? made.file
    if (!result) throw new Error(`${task.feature} made no video.`)
    await confirm()
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
