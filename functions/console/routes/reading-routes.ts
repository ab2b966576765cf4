import { BATCHES_ROUTES } from './batches-routes.ts'
import { FIND_ROUTES } from './find-route.ts'
import { JOBS_ROUTES } from './jobs-routes.ts'
import { PICTURES_ROUTES } from './pictures-route.ts'
import type { ConsoleRoute } from './route.ts'

/** Every route that looks at jobs and batches. */
export const READING_ROUTES: readonly ConsoleRoute[] = [
  ...JOBS_ROUTES,
  ...FIND_ROUTES,
  ...PICTURES_ROUTES,
  ...BATCHES_ROUTES,
]
