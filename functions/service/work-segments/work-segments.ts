import * as z from 'zod/mini'
import { log, onBehalfOf } from '../../log.ts'
import type { Task } from '../model/task.ts'
import { isOverdue, timeOutTask } from '../tasks/time-out-task.ts'
import { giveUp } from './give-up.ts'
import { joinVideo } from './join-video.ts'
import { makeSegment } from './make-segment.ts'
import type { SharedDeps } from './shared-deps.ts'

const ORDER = z.union([
  z.strictObject({ task: z.string(), segment: z.int() }),
  z.strictObject({ task: z.string(), seconds: z.number() }),
  z.strictObject({ task: z.string(), failure: z.string() }),
])

/**
 * Does what a step of the workflow of one video asks for: makes a segment, joins all of them, or gives up. A task that
 * has ended meanwhile is left as it is.
 * @returns how many seconds it took
 */
export async function workSegments(
  input: unknown,
  signal: AbortSignal,
  deps: SharedDeps,
): Promise<{ seconds: number }> {
  const order = z.parse(ORDER, input)
  const began = deps.now()
  const task = await deps.tasks.get(order.task)
  if (!task) log.warn('A task is not there any more.', { taskId: order.task })
  else {
    await onBehalfOf(task, async () => {
      const current = isOverdue(task, began) ? await timeOutTask(task, deps) : task
      await follow(order, current, signal, deps)
    })
  }
  return { seconds: (deps.now() - began) / 1000 }
}

async function follow(
  order: z.infer<typeof ORDER>,
  task: Task,
  signal: AbortSignal,
  deps: SharedDeps,
): Promise<void> {
  if ('segment' in order) await makeSegment(task, order.segment, signal, deps)
  else if ('failure' in order) await giveUp(task, order.failure, deps)
  else await joinVideo(task, order.seconds, signal, deps)
}
