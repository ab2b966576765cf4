import type { Feature } from '../../../catalog/features/feature.ts'
import { findFeature } from '../../../catalog/features/features.ts'
import { log, onBehalfOf } from '../../log.ts'
import { LeaseHeld, LeaseLost } from '../core/model/lease.ts'
import type { Holding, JoinOrder, WorkOutcome } from '../core/ports/broker.ts'
import { failureOf } from '../core/tasks/failure-of.ts'
import { createUnitHold } from '../core/tasks/unit-hold.ts'
import { withFolder } from '../core/tasks/with-folder.ts'
import { type Held, holdTask } from '../core/worker/hold-task.ts'
import { storeOutput } from '../core/worker/store-output.ts'
import { readInputs, readShared } from './read-shared.ts'
import type { WorkSegmentsDeps } from './work-segments-deps.ts'

/**
 * Joins the segments of a video, stores the result, ends the task and has what its workers shared removed. Throws
 * `LeaseHeld` while another call joins it, and `LeaseLost` where another one has taken it over.
 * @param seconds that the workers of the segments took
 */
export async function joinVideo(
  { task, seconds }: { task: string; seconds: number },
  signal: AbortSignal,
  deps: WorkSegmentsDeps,
): Promise<void> {
  const { broker, every } = deps
  const begin = async (ask: Holding): Promise<JoinOrder | undefined> => {
    const order = await broker.beginJoin(ask)
    if (order === 'held') throw new LeaseHeld()
    return order
  }
  const join = (order: JoinOrder, held: Held): Promise<void> =>
    onBehalfOf(order.task, () => joinHeld(order, held, { seconds, signal }, deps))
  const { renew, release } = broker
  await holdTask(task, join, { broker: { begin, renew, release }, every })
}

type Joining = { seconds: number; signal: AbortSignal }

async function joinHeld(
  order: JoinOrder,
  held: Held,
  joining: Joining,
  deps: WorkSegmentsDeps,
): Promise<void> {
  const { id: taskId, feature: name } = order.task
  const feature = findFeature(name)
  if (!feature) throw new Error(`${name} is not offered any more.`)
  const outcome = await outcomeOf(order, feature, held, joining, deps)
  if (!(await deps.broker.end({ ...held.holding, outcome }))) throw new LeaseLost()
  const { seconds } = joining
  log.info('A shared video was joined.', { taskId, segments: order.segments.length, seconds })
}

async function outcomeOf(
  order: JoinOrder,
  feature: Feature,
  { holding, lost }: Held,
  { seconds, signal: inTime }: Joining,
  deps: WorkSegmentsDeps,
): Promise<WorkOutcome> {
  const { task, segments } = order
  const { stage, parameters: params } = task
  const count = segments.length
  const signal = AbortSignal.any([inTime, lost])
  const began = deps.now()
  const read = async (nth: number): Promise<Uint8Array> => {
    const bytes = await readShared(segments[nth]!, deps.files, signal)
    if (!bytes) throw new Error(`Segment ${nth} of a video is gone.`)
    return bytes
  }
  const join = async (folder: string): Promise<WorkOutcome> => {
    const files = await readInputs(order, folder, deps.files, signal)
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
    createUnitHold(task, feature).charge(made.seconds)
    await storeOutput(holding, result, deps)
    return {
      status: 'success',
      values: made.results,
      extension: result.extension,
      seconds: made.seconds,
      worked: seconds + (deps.now() - began) / 1000,
    }
  }
  try {
    return await withFolder(join)
  } catch (error) {
    return failureOf(feature, error)
  }
}
