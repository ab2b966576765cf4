import { join } from 'node:path'
import type { ModelUse } from '../../../catalog/costs/model-use.ts'
import { uninstalled, withFileRole } from '../../../catalog/failures/fault.ts'
import { NotYet } from '../../../catalog/failures/not-yet.ts'
import type { ByRole, Feature, FileRole, Stage } from '../../../catalog/features/feature.ts'
import { findFeature } from '../../../catalog/features/features.ts'
import { isPicture } from '../../../catalog/files/file-rule.ts'
import type { VideoExtent } from '../../../catalog/limits/video-shares.ts'
import { log, onBehalfOf } from '../../log.ts'
import { LeaseLost } from '../core/model/lease.ts'
import type { Order, OrderedFile, TaskBroker, WorkOutcome } from '../core/ports/broker.ts'
import type { InputFile, Perform } from '../core/ports/perform.ts'
import type { SignedFiles } from '../core/ports/signed-files.ts'
import type { TaskMessage } from '../core/queue/messages.ts'
import { failureOf } from '../core/tasks/failure-of.ts'
import { createUnitHold } from '../core/tasks/unit-hold.ts'
import { withFolder } from '../core/tasks/with-folder.ts'
import { followProgress } from '../core/worker/follow-progress.ts'
import { type Held, type HoldTaskDeps, holdTask } from '../core/worker/hold-task.ts'
import { storeOutput } from '../core/worker/store-output.ts'
import { type FetchSourceDeps, fetchSource, fetchVideo } from './fetch-source.ts'
import { openGenerationAccount } from './generation-account.ts'
import { shareVideo } from './share-video.ts'

export type RunTaskDeps = FetchSourceDeps &
  Pick<HoldTaskDeps<Order>, 'every'> & {
    broker: TaskBroker
    files: SignedFiles
    perform: Perform
    /** Whether the engine can perform tasks of this kind. */
    isInstalled: (feature: string, stage: Stage) => boolean
    /** Among how many workers a video of a feature is shared. @default one makes all of it */
    workersFor?: ((feature: string, video: VideoExtent) => number) | undefined
    /** The most dollars that generators may cost for one task, as the broker has it. @default 0 */
    dollarsPerTask?: number | undefined
    /** @default a folder of its own below the system's for temporary files */
    withFolder?: typeof withFolder | undefined
    /** Epoch milliseconds. */
    now: () => number
  }

/**
 * Performs a task and ends it. A fault of the task or its files ends it as `error`. A failure of this service is
 * thrown, so that the queue delivers the message again.
 *
 * However often the message is delivered, concurrently or after a crash at any point, one worker at a time works on the
 * task, under its lease; it ends once and is charged at most once: its end is a conditional write, and all that follows
 * from the end is idempotent.
 */
export async function runTask(
  { taskId }: TaskMessage,
  signal: AbortSignal,
  deps: RunTaskDeps,
): Promise<void> {
  const work = (order: Order, held: Held): Promise<void> =>
    onBehalfOf(order.task, () => performAndFinish(order, held, signal, deps))
  try {
    await holdTask(taskId, work, deps)
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    log.warn('A task was taken over by another worker.', { taskId })
  }
}

async function performAndFinish(
  order: Order,
  held: Held,
  signal: AbortSignal,
  deps: RunTaskDeps,
): Promise<void> {
  const startedAt = deps.now()
  const outcome = await outcomeOf(order, held, signal, deps)
  const { id: taskId, feature, stage } = order.task
  if (outcome === 'shared') {
    return log.info('A video is shared by several workers.', { taskId, feature })
  }
  if (outcome === 'put off') {
    await deps.broker.putOff(held.holding)
    return log.info('A task waits for the answer of a generator.', { taskId, feature })
  }
  const ended = await deps.broker.end({ ...held.holding, outcome })
  if (!ended) throw new LeaseLost()
  const ms = deps.now() - startedAt
  log.info('A task was carried out.', { taskId, feature, stage, status: ended.status, ms })
}

async function outcomeOf(
  order: Order,
  held: Held,
  signal: AbortSignal,
  deps: RunTaskDeps,
): Promise<WorkOutcome | 'shared' | 'put off'> {
  const feature = findFeature(order.task.feature)
  if (!feature) {
    return {
      status: 'error',
      error: 'unknown_internal_error',
      errorMessage: 'The feature is not offered any more.',
    }
  }
  try {
    const done = await performTask(order, held, feature, signal, deps)
    return done === 'shared' ? done : { status: 'success', ...done }
  } catch (error) {
    if (error instanceof NotYet) return 'put off'
    return failureOf(feature, error)
  }
}

type Performed = {
  values: Record<string, unknown>
  extension?: string
  seconds?: number | undefined
  models?: ModelUse[]
}

async function performTask(
  order: Order,
  held: Held,
  feature: Feature,
  signal: AbortSignal,
  deps: RunTaskDeps,
): Promise<Performed | 'shared'> {
  const { task } = order
  if (!deps.isInstalled(task.feature, task.stage)) {
    throw uninstalled(task.feature)
  }
  const inFolder = deps.withFolder ?? withFolder
  return await inFolder((folder) => performIn(folder, order, held, feature, signal, deps))
}

async function performIn(
  folder: string,
  order: Order,
  { holding, lost }: Held,
  feature: Feature,
  signal: AbortSignal,
  deps: RunTaskDeps,
): Promise<Performed | 'shared'> {
  const { task, mayShare } = order
  const { broker } = deps
  const whileHeld = AbortSignal.any([signal, lost])
  const files = await fetchFiles(order, feature, folder, whileHeld, deps)
  const { stage, parameters: params } = task
  const lower = (seconds: number) => broker.lowerUnits({ ...holding, seconds })
  const { mostSeconds, lengthKnown, charge } = createUnitHold(task, feature, lower)
  const startedAt = deps.now()
  const { onFrames, ended } = followProgress(task, {
    note: (progress) => broker.noteProgress({ ...holding, progress }),
    now: deps.now,
  })
  const workersFor = mayShare ? deps.workersFor : undefined
  const { results, output, file, seconds, models, shared } = await deps.perform(
    {
      feature: task.feature,
      stage,
      params,
      files,
      folder,
      ...(mostSeconds !== undefined && { mostSeconds }),
    },
    {
      signal: AbortSignal.any([whileHeld, ended]),
      lengthKnown,
      onFrames,
      paying: openGenerationAccount(holding, deps),
      ...(workersFor && { workersFor: (video) => workersFor(task.feature, video) }),
    },
  )
  if (shared) {
    const surveyed = (deps.now() - startedAt) / 1000
    const work = { ...shared, ...(models && { models }), since: startedAt, surveyed }
    await shareVideo(holding, files, work, deps)
    return 'shared'
  }
  // Before anything is stored: a result that the units do not pay for ends in an error.
  charge(seconds)
  const rest = { values: results, seconds, ...(models && { models }) }
  const made = output ?? file
  if (!made) return rest
  await storeOutput(holding, made, deps)
  return { ...rest, extension: made.extension }
}

/** Pictures are fetched into memory, videos into the folder. */
async function fetchFiles(
  order: Order,
  feature: Feature,
  folder: string,
  signal: AbortSignal,
  deps: RunTaskDeps,
): Promise<ByRole<InputFile>> {
  const entries = Object.entries(order.files) as [FileRole, OrderedFile | OrderedFile[]][]
  const fetched = entries.map(async ([role, file]) => {
    const rule = feature.files[role] ?? feature.files.src
    const fetchOne = async (one: OrderedFile): Promise<InputFile> =>
      isPicture(rule)
        ? await fetchSource(one, rule.maxBytes, signal, deps)
        : await fetchVideo(one, rule.maxBytes, join(folder, role), signal, deps)
    const fetchAs = (one: OrderedFile) => withFileRole(role, fetchOne(one))
    return [role, Array.isArray(file) ? await Promise.all(file.map(fetchAs)) : await fetchAs(file)]
  })
  return Object.fromEntries(await Promise.all(fetched))
}
