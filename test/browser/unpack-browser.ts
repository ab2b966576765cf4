import sparticuz from '@sparticuz/chromium'
import { onceForAllWorkers } from '../setup/once-for-all-workers.ts'

/**
 * Unpacks the browser that npm ships, once for all workers of a run: the package takes a file that another process is
 * still writing for a finished one, and starting it fails.
 * @returns the path of its executable
 */
export function unpackBrowser(): Promise<string> {
  return onceForAllWorkers('darkroom-browser', () => sparticuz.executablePath())
}
