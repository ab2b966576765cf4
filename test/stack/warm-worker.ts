import { isInstalled } from '../../engine/perform.ts'
import { performWithRestart } from '../../functions/service/core/worker/perform-with-restart.ts'
import type { Intercept } from '../../local/lambda/hosted-function.ts'
import { warmEngine } from '../engine/warm-engine.ts'
import { noopWorker } from './noop-worker.ts'

/**
 * The service's own worker and engine, in this process and with its networks: a thread of a run's own takes two
 * seconds of the processor to load them again. For tests of what a task gives; those of threads, roles and memory need
 * the thread.
 */
export function warmWorker(): Intercept {
  return noopWorker(() => ({ perform: performWithRestart(warmEngine()), isInstalled }))
}
