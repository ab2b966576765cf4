import { Failure } from '../../../catalog/failures/failure.ts'
import type { Jobs } from '../core/ports/job.ts'

/** Milliseconds between two looks at a job's record: a conversion of ten minutes reads it 200 times. */
const LOOK_EVERY = 3_000

/**
 * Does long work for a job, whose `signal` aborts once the job has ended: an execution that is stopped does not reach
 * the function that one of its states called.
 * @param lookEvery milliseconds
 * @throws `JobAborted` where the job ended first, whatever the work came to
 */
export async function whileRunning<T>(
  job: string,
  work: (signal: AbortSignal) => Promise<T>,
  { jobs, lookEvery = LOOK_EVERY }: { jobs: Pick<Jobs, 'get'>; lookEvery?: number },
): Promise<T> {
  const over = new AbortController()
  const look = async (): Promise<void> => {
    // A read that fails says nothing about the job; the next one follows.
    const found = await jobs.get(job).catch(() => undefined)
    if (found && found.status !== 'running') over.abort(new Failure('JobAborted'))
  }
  const timer = setInterval(() => void look(), lookEvery)
  try {
    const made = await work(over.signal)
    over.signal.throwIfAborted()
    return made
  } catch (error) {
    throw over.signal.aborted ? over.signal.reason : error
  } finally {
    clearInterval(timer)
  }
}
