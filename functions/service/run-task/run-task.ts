import { join } from 'node:path'
import { uninstalled, withFileRole } from '../../../catalog/fault.ts'
import type { ByRole, Feature, FileRole, Stage } from '../../../catalog/feature.ts'
import { findFeature } from '../../../catalog/features.ts'
import { type FileReference, isPicture } from '../../../catalog/file-rule.ts'
import type { ModelUse } from '../../../catalog/model-use.ts'
import type { VideoExtent } from '../../../catalog/video-shares.ts'
import { log, onBehalfOf } from '../../log.ts'
import type { StartExecution } from '../../start-execution.ts'
import { LeaseLost } from '../model/lease.ts'
import type { Task, TaskOutcome, TaskResults } from '../model/task.ts'
import type { InputFile, Perform } from '../ports/perform.ts'
import { MAX_DELAY_SECONDS, type TaskQueue } from '../ports/queue.ts'
import type { TaskMessage } from '../queue/messages.ts'
import { failureOf } from '../tasks/failure-of.ts'
import { concludeTask, type FinishDeps, finishTask } from '../tasks/finish-task.ts'
import { type Held, type HoldTaskDeps, holdTask } from '../tasks/hold-task.ts'
import { storeOutput } from '../tasks/store-output.ts'
import { isOverdue, timeOutTask } from '../tasks/time-out-task.ts'
import { withFolder } from '../tasks/with-folder.ts'
import type { FeatureSemaphore } from './feature-semaphore.ts'
import { type FetchSourceDeps, fetchSource, fetchVideo } from './fetch-source.ts'
import { followProgress } from './follow-progress.ts'
import { openGenerationAccount } from './generation-account.ts'
import { type ShareVideoDeps, shareVideo, startSharing } from './share-video.ts'
import { createUnitHold } from './unit-hold.ts'

export type RunTaskDeps = FinishDeps &
  FetchSourceDeps &
  Pick<HoldTaskDeps, 'every'> & {
    perform: Perform
    taskQueue: TaskQueue
    semaphore: FeatureSemaphore
    /** Whether the engine can perform tasks of this kind. */
    isInstalled: (feature: string, stage: Stage) => boolean
    /** Among how many workers a video of a feature is shared. @default one makes all of it */
    workersFor?: ((feature: string, video: VideoExtent) => number) | undefined
    startSharing?: StartExecution | undefined
    /** The most dollars that generators may cost for one task. @default 0 */
    dollarsPerTask?: number | undefined
    /** @default a folder of its own below the system's for temporary files */
    withFolder?: typeof withFolder | undefined
  }

/** Seconds after which a task is tried again when every slot of its feature was taken. */
const BUSY_DELAY_SECONDS = 15

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
  const task = await deps.tasks.get(taskId)
  if (!task) return log.warn('A task is not there any more.', { taskId })
  await onBehalfOf(task, () => runOrConclude(task, signal, deps))
}

async function runOrConclude(task: Task, signal: AbortSignal, deps: RunTaskDeps): Promise<void> {
  if (task.status !== 'running') return concludeTask(task, deps)
  if (isOverdue(task, deps.now())) return void (await timeOutTask(task, deps))
  // Another delivery handed it over, and may have crashed before it started the workflow.
  if (task.shared) return startSharing(task.id, task.shared.count, sharing(deps))
  if (isHeld(task, deps.now())) return putBack(task, deps)
  // Queued again and not thrown: SQS would count a throw as a failed attempt and at last move it to the dead letters.
  if (!(await deps.semaphore.acquire(task))) return deps.taskQueue.send(task, BUSY_DELAY_SECONDS)
  const isFree = await runUnderLease(task, signal, deps)
  if (isFree) await deps.semaphore.release(task)
}

/** True once this worker is done with the task; false where another one holds it, and the slot of its feature. */
async function runUnderLease(task: Task, signal: AbortSignal, deps: RunTaskDeps): Promise<boolean> {
  try {
    const ran = await holdTask(task.id, (held) => performAndFinish(held, signal, deps), deps)
    if ('done' in ran || !ran.task) return true
    if (ran.task.status === 'running') {
      await putBack(ran.task, deps)
      return false
    }
    await concludeTask(ran.task, deps)
    return true
  } catch (error) {
    if (!(error instanceof LeaseLost)) {
      await deps.semaphore.release(task)
      throw error
    }
    const current = await deps.tasks.get(task.id)
    log.warn('A task was taken over by another worker.', { taskId: task.id })
    if (current?.status !== 'running') return true
    await putBack(current, deps)
    return false
  }
}

function isHeld({ lease }: Task, now: number): boolean {
  return lease !== undefined && lease.until > now
}

/**
 * Queues a task that another worker holds, to be looked at again when its lease can have expired. The message is not
 * simply taken for done: a queue may deliver the very message of the other worker a second time, and deleting it would
 * leave nobody to take over when that worker dies.
 */
async function putBack(task: Task, { taskQueue, now }: RunTaskDeps): Promise<void> {
  const left = Math.ceil(((task.lease?.until ?? now()) - now()) / 1000)
  await taskQueue.send(task, Math.min(MAX_DELAY_SECONDS, Math.max(1, left + 1)))
}

async function performAndFinish(held: Held, signal: AbortSignal, deps: RunTaskDeps): Promise<void> {
  const { task, holder } = held
  const startedAt = deps.now()
  const outcome = await outcomeOf(held, signal, deps)
  const { id: taskId, feature, stage } = task
  if (outcome === 'shared') {
    return log.info('A video is shared by several workers.', { taskId, feature })
  }
  const { status, deletedAt } = await finishTask(task, outcome, deps, holder)
  // Another delivery ended the task first and its client deleted it since, so the result stored by this one is removed.
  if (deletedAt !== undefined && outcome.status === 'success') {
    await deps.files.remove(Object.values(outcome.results.objects))
  }
  log.info('A task was carried out.', {
    taskId,
    feature,
    stage,
    status,
    ms: deps.now() - startedAt,
  })
}

async function outcomeOf(
  held: Held,
  signal: AbortSignal,
  deps: RunTaskDeps,
): Promise<TaskOutcome | 'shared'> {
  const feature = findFeature(held.task.feature)
  if (!feature) {
    return {
      status: 'error',
      error: 'unknown_internal_error',
      errorMessage: 'The feature is not offered any more.',
    }
  }
  try {
    const done = await performTask(held, feature, signal, deps)
    return done === 'shared' ? done : { status: 'success', ...done }
  } catch (error) {
    return failureOf(feature, error)
  }
}

type Performed = { results: TaskResults; units: number; models?: ModelUse[] }

async function performTask(
  held: Held,
  feature: Feature,
  signal: AbortSignal,
  deps: RunTaskDeps,
): Promise<Performed | 'shared'> {
  const { task } = held
  if (!deps.isInstalled(task.feature, task.stage)) {
    throw uninstalled(task.feature)
  }
  const inFolder = deps.withFolder ?? withFolder
  return await inFolder((folder) => performIn(folder, held, feature, signal, deps))
}

async function performIn(
  folder: string,
  held: Held,
  feature: Feature,
  signal: AbortSignal,
  deps: RunTaskDeps,
): Promise<Performed | 'shared'> {
  const { task, holder, lost } = held
  const whileHeld = AbortSignal.any([signal, lost])
  const files = await fetchFiles(task, feature, folder, whileHeld, deps)
  const { stage, parameters: params } = task
  const { mostSeconds, lengthKnown, charge } = createUnitHold(task, feature, deps)
  const startedAt = deps.now()
  const { onFrames, ended } = followProgress(task, {
    note: (progress) => deps.tasks.noteProgress(task.id, holder, progress),
    now: deps.now,
  })
  const { workersFor } = deps
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
      paying: openGenerationAccount(held, deps),
      ...(workersFor && { workersFor: (video) => workersFor(task.feature, video) }),
    },
  )
  if (shared) {
    const work = { ...shared, since: startedAt, surveyed: (deps.now() - startedAt) / 1000 }
    await shareVideo(held, files, work, sharing(deps))
    return 'shared'
  }
  const rest = { units: charge(seconds), ...(models && { models }) }
  const made = output ?? file
  if (!made) return { results: { values: results, objects: {} }, ...rest }
  await held.confirm()
  const key = await storeOutput(task, made, deps.files)
  return { results: { values: results, objects: { url: key } }, ...rest }
}

/** What sharing a video needs. Without a workflow there is nobody to share with, and none is shared. */
function sharing({ startSharing: start, ...deps }: RunTaskDeps): ShareVideoDeps {
  if (!start) throw new Error('There is no workflow for videos that several workers share.')
  return { ...deps, startSharing: start }
}

/** Pictures are fetched into memory, videos into the folder. */
async function fetchFiles(
  task: Task,
  feature: Feature,
  folder: string,
  signal: AbortSignal,
  deps: RunTaskDeps,
): Promise<ByRole<InputFile>> {
  const entries = Object.entries(task.files) as [FileRole, FileReference | FileReference[]][]
  const fetched = entries.map(async ([role, file]) => {
    const rule = feature.files[role] ?? feature.files.src
    const fetchOne = async (one: FileReference): Promise<InputFile> =>
      isPicture(rule)
        ? await fetchSource(one, rule.maxBytes, signal, deps)
        : await fetchVideo(one, rule.maxBytes, join(folder, role), signal, deps)
    const fetchAs = (one: FileReference) => withFileRole(role, fetchOne(one))
    return [role, Array.isArray(file) ? await Promise.all(file.map(fetchAs)) : await fetchAs(file)]
  })
  return Object.fromEntries(await Promise.all(fetched))
}
