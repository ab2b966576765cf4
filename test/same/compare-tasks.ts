import { isDeepStrictEqual } from 'node:util'
import { pixelDifference } from './pixel-difference.ts'
import type { RecordedTask } from './recording-engine.ts'

/** Finds the bytes of a file that was made, by its SHA-256. */
type ReadMade = (hash: string) => Promise<Uint8Array> | Uint8Array

/** A task that gives something else than it did. */
export type ChangedTask = { task: RecordedTask; change: string }

/** The tasks of both sides that give something else, and those that only one of them has. */
export async function compareTasks(
  before: ReadonlyMap<string, RecordedTask>,
  after: ReadonlyMap<string, RecordedTask>,
  readBefore: ReadMade,
  readAfter: ReadMade,
): Promise<ChangedTask[]> {
  const changed: ChangedTask[] = []
  for (const [key, task] of before) {
    const now = after.get(key)
    const change = now
      ? await changeOf(task, now, readBefore, readAfter)
      : 'is not asked for any more'
    if (change) changed.push({ task, change })
  }
  for (const [key, task] of after) {
    if (!before.has(key)) changed.push({ task, change: 'was not recorded' })
  }
  return changed
}

async function changeOf(
  task: RecordedTask,
  now: RecordedTask,
  readBefore: ReadMade,
  readAfter: ReadMade,
): Promise<string | undefined> {
  if (task.refused !== now.refused) return `${task.refused ?? 'done'} → ${now.refused ?? 'done'}`
  if (!isDeepStrictEqual(task.results, now.results)) {
    return `${JSON.stringify(task.results)} → ${JSON.stringify(now.results)}`
  }
  if (task.made === now.made) return undefined
  if (!task.made || !now.made) return `${task.made ?? 'no file'} → ${now.made ?? 'no file'}`
  const apart = await pixelDifference(await readBefore(task.made), await readAfter(now.made))
  if (apart === 'another size') return apart
  const { most, mean, changed } = apart
  return `most ${most} levels, mean ${mean.toFixed(4)}, ${(100 * changed).toFixed(2)} % of samples`
}
