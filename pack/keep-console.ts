import { bundleConsole } from '../lib/console/bundle-console.ts'
import { keptConsole } from '../lib/console/place-console.ts'
import { DIST } from './dist.ts'

/** Builds the console's page, which an app that installs the package could not build. */
export function keepConsole(): void {
  bundleConsole(keptConsole(DIST))
}
