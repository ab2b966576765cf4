import type { Segment } from './open-bodies.ts'
import type { Store } from './store.ts'

/**
 * Runs the step that refers to new bodies. When it fails, the bodies that nothing refers to are removed. A failure
 * may come after the index has committed the object, whose bytes must then stay.
 */
export async function commitOrDiscard<T>(
  { bodies, index }: Pick<Store, 'bodies' | 'index'>,
  segments: readonly Segment[],
  commit: () => T | Promise<T>,
): Promise<T> {
  try {
    return await commit()
  } catch (error) {
    const unused = segments.map(({ body }) => body).filter((body) => !isReferred(index, body))
    await bodies.remove(unused)
    throw error
  }
}

/** Whether a version of an object or a part of an upload refers to a body. */
export function isReferred(index: Store['index'], body: string): boolean {
  const sql = 'SELECT 1 FROM segment WHERE body = ? UNION ALL SELECT 1 FROM part WHERE body = ?'
  return index.one(sql, body, body) !== undefined
}
