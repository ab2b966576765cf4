import { findFeature } from '../../../catalog/features/features.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'
import type { TimelineEntry } from './timeline.ts'

/** What each state of the workflow means to somebody who waits. */
const MEANING: Record<string, string> = {
  PreProcess: 'looking at the file',
  Prepare: 'fitting the file to what the effect takes',
  ChooseTarget: 'choosing the target',
  EachTarget: 'preparing the effect',
  CreateTask: 'carrying the effect out',
  MoreSteps: 'looking for the next step',
  Restore: 'putting the change back at full size',
  Deliver: 'filing the result',
  RecordFailure: 'recording the failure',
  Failed: 'failed',
}

/** What a state of a job's execution does, in words. @param step which of its steps is under way, counted from 0 */
export function describeState(state: string | undefined, job: Job | undefined, step = 0): string {
  const feature = job?.recipe.plan?.steps[step]?.feature
  if (state === 'PreProcess' && feature && findFeature(feature)?.preProcess) {
    return 'finding the people'
  }
  return MEANING[state ?? ''] ?? 'waiting for the event'
}

/** What a job does that counts no frames, and for how long it has done so. */
export function describeElapsed(
  job: Job,
  timeline: readonly TimelineEntry[],
  now: number = Date.now(),
): string {
  const last = timeline.at(-1)
  const done = timeline.filter(({ state }) => state === 'MoreSteps').length
  const since = new Date(job.createdAt).getTime() + (last?.atMs ?? 0)
  const elapsed = Math.max(0, Math.round((now - since) / 1000))
  return `${describeState(last?.state, job, done)}, ${elapsed} s so far`
}
