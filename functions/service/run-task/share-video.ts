import type { ByRole } from '../../../catalog/feature.ts'
import type { StartExecution } from '../../start-execution.ts'
import { LeaseLost } from '../model/lease.ts'
import { inputKey, sharedKeys, surveyKey } from '../model/shared-video.ts'
import type { FileStore } from '../ports/file-store.ts'
import type { InputFile } from '../ports/perform.ts'
import type { TaskStore } from '../ports/task-store.ts'
import type { Held } from '../tasks/hold-task.ts'

export type ShareVideoDeps = {
  files: Pick<FileStore, 'put' | 'remove'>
  tasks: Pick<TaskStore, 'beginSharing' | 'get'>
  /** Starts the workflow of one video. */
  startSharing: StartExecution
}

const BINARY = { contentType: 'application/octet-stream' }

/**
 * Hands a video over to several workers: keeps what they need, notes that it is shared, and starts their workflow. The
 * input files are kept as they were fetched, because a URL may give them only once. Of a task that ended meanwhile
 * nothing is kept, and no workflow is started.
 */
export async function shareVideo(
  { task, holder, confirm }: Pick<Held, 'task' | 'holder' | 'confirm'>,
  files: ByRole<InputFile>,
  shared: {
    count: number
    surveys: readonly Uint8Array[]
    frames: number
    before: number
    since: number
    /** Seconds that the survey took. */
    surveyed: number
  },
  deps: ShareVideoDeps,
): Promise<void> {
  const { id } = task
  const { surveys, count, frames, before, since, surveyed } = shared
  await confirm()
  for (const [nth, survey] of surveys.entries()) {
    await deps.files.put(surveyKey(id, nth), survey, BINARY)
  }
  for (const [role, file] of Object.entries(files)) {
    for (const [at, one] of [file].flat().entries()) {
      await deps.files.put(inputKey(id, role, at), one, BINARY)
    }
  }
  const work = { count, frames, before, since, surveyed, at: since, done: {} }
  if (!(await deps.tasks.beginSharing(id, holder, work))) {
    const found = await deps.tasks.get(id)
    // What another worker shares since lies under the same keys.
    if (found?.status === 'running' && !found.shared) throw new LeaseLost()
    if (!found?.shared) return await deps.files.remove(sharedKeys({ ...task, shared: work }))
  }
  await startSharing(id, count, deps)
}

/** Starts the workflow of a shared video; harmless where it was started before. */
export async function startSharing(
  id: string,
  count: number,
  deps: Pick<ShareVideoDeps, 'startSharing'>,
): Promise<void> {
  // Longer names are refused; what is left of an id is as unique.
  const segments = Array.from({ length: count }, (_, nth) => nth)
  await deps.startSharing(id.slice(0, 80), { task: id, segments })
}
