import { BATCH_CHANGES_ROUTES } from './batch-changes-routes.ts'
import { JOB_CHANGES_ROUTES } from './job-changes-routes.ts'
import type { ConsoleRoute } from './route.ts'

/** Every route that changes something. */
export const CHANGING_ROUTES: readonly ConsoleRoute[] = [
  ...JOB_CHANGES_ROUTES,
  ...BATCH_CHANGES_ROUTES,
]
