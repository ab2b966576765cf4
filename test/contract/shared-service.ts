import { warmWorker } from '../stack/warm-worker.ts'
import { idleWorker, type Service, startService } from './start-service.ts'

let started: Promise<Service> | undefined

/**
 * The service that all suites of one test file share, because its start takes longer than most of them. Whether its
 * tasks are performed is the same for all suites of a file.
 */
export function sharedService(workers: 'idle' | 'at work'): Promise<Service> {
  started ??= startService({
    // The suites ask many questions without a key, all from one address.
    environment: { RATE_LIMIT_WINDOW: '1000000', RATE_LIMIT_SECOND: '1000000' },
    intercept: workers === 'idle' ? idleWorker : warmWorker(),
  }).then((service) => ({ ...service, close: () => closed(service) }))
  return started
}

/** The next test file in this process starts its own. */
async function closed(service: Service): Promise<void> {
  started = undefined
  await service.close()
}
