import type { SharedWork, Task } from '../core/model/task.ts'
import type { TaskStore } from '../core/ports/task-store.ts'

/** A task whose video is shared, and has a segment of this number. */
export type SharedTask = Task & { shared: SharedWork }

/** The running task of a segment; undefined when it has ended or has no such segment. */
export async function segmentOf(
  { task: id, segment }: { task: string; segment: number },
  { tasks }: { tasks: Pick<TaskStore, 'get'> },
): Promise<SharedTask | undefined> {
  const task = await tasks.get(id)
  const isThere = task?.status === 'running' && segment < (task.shared?.count ?? 0)
  return isThere ? (task as SharedTask) : undefined
}
