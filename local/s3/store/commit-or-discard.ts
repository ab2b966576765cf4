import type { Bodies, Segment } from './open-bodies.ts'

/** Runs the step that refers to new bodies, and removes them when it fails. */
export async function commitOrDiscard<T>(
  bodies: Bodies,
  segments: readonly Segment[],
  commit: () => T | Promise<T>,
): Promise<T> {
  try {
    return await commit()
  } catch (error) {
    await bodies.remove(segments.map((segment) => segment.body))
    throw error
  }
}
