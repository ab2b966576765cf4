import { Fault } from '../../../../catalog/failures/fault.ts'
import { NotYet } from '../../../../catalog/failures/not-yet.ts'
import { OtherModels } from '../../../../catalog/failures/other-models.ts'
import { log } from '../../../log.ts'
import { LeaseLost } from '../model/lease.ts'
import type { Perform } from '../ports/perform.ts'

/** An engine whose models can be released. */
export type RestartableEngine = {
  perform: Perform
  /** Releases the loaded models; the next task loads them again. */
  close(): Promise<void>
}

/**
 * Performs tasks and throws nothing but a `Fault`, `LeaseLost` or `NotYet`. A defect (any other error) may have
 * corrupted the memory of the models, so that this process would fail every later task. Therefore the models are
 * released and the task is tried once more. A second defect is caused by the task itself and ends it as `runtime` at
 * once. Retries by the queue would take an hour. Files of models that have changed since are read again by that, too.
 */
export function performWithRestart(engine: RestartableEngine): Perform {
  return async (request, options) => {
    let told = 'The effect failed unexpectedly.'
    for (const attempt of [1, 2]) {
      try {
        return await engine.perform(request, options)
      } catch (error) {
        if ([Fault, LeaseLost, NotYet].some((kind) => error instanceof kind)) throw error
        log.error('The engine has a defect.', { feature: request.feature, attempt, error })
        if (error instanceof OtherModels) told = error.message
        await engine.close()
      }
    }
    throw new Fault('runtime', told)
  }
}
