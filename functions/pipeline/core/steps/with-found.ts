import { setTimeout as pause } from 'node:timers/promises'
import { log } from '../../../log.ts'
import type { Jobs } from '../ports/job.ts'
import type { UnfinishedStep } from '../ports/trail.ts'
import { fetchResults } from './fetch-results.ts'
import { foundIn } from './found-in.ts'
import { loadStep } from './load-step.ts'
import type { PreviousTask } from './resolve-source.ts'
import type { SourceHeaderDeps } from './source-header.ts'

export type WithFoundDeps = SourceHeaderDeps & { jobs: Jobs }

/** A step whose effect did not come to its end, as a failure or a refusal left it. */
export type LeftStep = {
  unfinished?: UnfinishedStep | null | undefined
  /** The effect task of the step before. */
  previous?: PreviousTask | null | undefined
}

/** Milliseconds; a function that ends jobs does not wait longer for what it can do without. */
const MOST_MS = 8_000

/**
 * An unfinished step with whom its detection found. Where the state that chooses among them threw, nobody noted them,
 * and the service is asked once more. A job ends without them where that cannot be told in eight seconds.
 */
export async function withFound(
  job: string,
  { unfinished, previous }: LeftStep,
  deps: WithFoundDeps,
): Promise<{ unfinished?: UnfinishedStep }> {
  if (!unfinished) return {}
  if (unfinished.found) return { unfinished }
  const late = new AbortController()
  const found = await Promise.race([
    detectedIn(job, unfinished, previous, deps),
    pause(MOST_MS, null, { signal: late.signal }),
  ]).finally(() => late.abort())
  return { unfinished: { ...unfinished, ...(found && { found }) } }
}

async function detectedIn(
  job: string,
  { step, detection, prepared }: UnfinishedStep,
  previous: LeftStep['previous'],
  deps: WithFoundDeps,
) {
  try {
    const at = await loadStep(job, step, deps.jobs)
    const { results } = await fetchResults(
      { job, feature: at.feature.name, stage: 'pre-process', taskId: detection },
      deps.provider,
    )
    return await foundIn(results.result ?? [], at, { prepared, previous }, deps)
  } catch (error) {
    // A detection that failed is mostly what the job's own failure says.
    log.info('Whom a detection found cannot be told.', { job, error })
    return null
  }
}
