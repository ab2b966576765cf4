import { Fault } from '../../../catalog/fault.ts'
import { log } from '../../log.ts'
import type { Perform } from '../ports/perform.ts'

/** The parts of an engine that this needs. */
export type RestartableEngine = {
  perform: Perform
  /** Gives up the loaded models; the next task loads them again. */
  close(): Promise<void>
}

/**
 * Performs tasks so that only a `Fault` is ever thrown. A defect may have left the models' memory in pieces, and this
 * process would fail every task after it: the models are thrown away and the task is tried once more. A second defect
 * is the task's own, and ends it as `runtime` at once; through the queue it would take its client an hour to hear.
 */
export function performWithRestart(engine: RestartableEngine): Perform {
  return async (request, options) => {
    for (const attempt of [1, 2]) {
      try {
        return await engine.perform(request, options)
      } catch (error) {
        if (error instanceof Fault) throw error
        log.error('The engine has a defect.', { feature: request.feature, attempt, error })
        await engine.close()
      }
    }
    throw new Fault('runtime', 'The effect failed unexpectedly.')
  }
}
