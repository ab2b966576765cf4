import type { Job } from '../ports/job.ts'
import { NO_LOOK, type Turns } from '../ports/turns.ts'

export type WaitForTurnDeps = {
  turns: Turns
  /** From 0 to below 1. @default 0.5 */
  random?: (() => number) | undefined
  /** Epoch milliseconds. */
  now: () => number
}

/** A file waits a quarter of the time that it has waited, within these seconds. */
const PART = 1 / 4
const LEAST_SECONDS = 20
const MOST_SECONDS = 300

/**
 * Whether a job is to wait until fewer files are under way, or the service takes tasks again, in which case it stands
 * in line and is looked at again. `look` is the number of the look that a message in its line asks for. Repeatable:
 * looks are counted, and the next one is scheduled before it is recorded, so that a crash repeats a look. A message
 * that comes twice is worked off once, because copies that went on each by themselves would multiply.
 */
export async function waitForTurn(
  job: Pick<Job, 'id' | 'createdAt'>,
  look: number | undefined,
  { turns, random = () => 0.5, now }: WaitForTurnDeps,
): Promise<boolean> {
  const waited = (now() - Date.parse(job.createdAt)) / 1000
  if (await turns.take(waited)) return false
  const place = look === undefined ? await turns.placeOf(job.id) : undefined
  // Another message of this job is in the queue already, or it has begun.
  if (place && (place.inLine || place.look === NO_LOOK)) return true
  const next = (look ?? place?.look ?? 0) + 1
  await turns.schedule(job.id, next, turnSeconds(waited, random()))
  await turns.enter(job, next)
  return true
}

/**
 * Seconds until the next look at a job that has waited so many, by a random number from 0 to below 1: those that came
 * together do not come back together.
 */
export function turnSeconds(waited: number, random: number): number {
  return Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, waited * PART)) * (0.75 + random / 2)
}

/** Whether a later look than this one was scheduled, or the job has left the line. */
export async function isPastLook(job: string, look: number, turns: Turns): Promise<boolean> {
  const place = await turns.placeOf(job)
  return place !== undefined && place.look > look
}
