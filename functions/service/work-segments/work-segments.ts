import * as z from 'zod/mini'
import { joinVideo } from './join-video.ts'
import { makeSegment } from './make-segment.ts'
import type { WorkSegmentsDeps } from './work-segments-deps.ts'

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
  deps: WorkSegmentsDeps,
): Promise<{ seconds: number }> {
  const order = z.parse(ORDER, input)
  const began = deps.now()
  if ('segment' in order) await makeSegment(order, signal, deps)
  else if ('failure' in order) await deps.broker.giveUp(order)
  else await joinVideo(order, signal, deps)
  return { seconds: (deps.now() - began) / 1000 }
}
