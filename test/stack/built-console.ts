import { join } from 'node:path'
import { BROTLI_QUALITY } from '../../lib/console/bundle-console.ts'
import { placeConsole } from '../../lib/console/place-console.ts'
import { onceForAllWorkers } from '../setup/once-for-all-workers.ts'

/** The folder with the console's page, built once for all workers: that takes seconds of the processor. */
export function builtConsole(): Promise<string> {
  return onceForAllWorkers('darkroom-console', (folder) => {
    placeConsole(folder, BROTLI_QUALITY.local)
    return join(folder, 'console')
  })
}
