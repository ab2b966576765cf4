import type { Segment } from './open-bodies.ts'
import type { Store } from './store.ts'

/**
 * Runs the step that refers to fresh bodies. When it fails, those that nothing refers to are removed: a failure may come
 * after the index has taken the object in, when its bytes belong to it and must stay.
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

/** Whether an object's version or an upload's part lies in a body. */
export function isReferred(index: Store['index'], body: string): boolean {
  const sql = 'SELECT 1 FROM segment WHERE body = ? UNION ALL SELECT 1 FROM part WHERE body = ?'
  return index.one(sql, body, body) !== undefined
}
