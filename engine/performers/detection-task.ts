import type { Box } from '../geometry/box.ts'
import { millisecondsSince } from './edit-picture.ts'
import type { EffectTask, Perform } from './performer.ts'

/** A detection task: boxes in pixels of the source, in index order. An empty `result` is an answer too. */
export function detectionTask(
  find: (task: EffectTask) => Promise<readonly { box: Box }[]>,
): Perform {
  return async (task) => {
    const start = performance.now()
    const found = await find(task)
    return { results: { timed: millisecondsSince(start), result: found.map(({ box }) => box) } }
  }
}
