import * as z from 'zod/mini'
import { BATCHES_ROUTES } from './batches-routes.ts'
import { describeApi } from './describe-api.ts'
import { FIND_ROUTES } from './find-route.ts'
import { JOBS_ROUTES } from './jobs-routes.ts'
import { PICTURES_ROUTES } from './pictures-route.ts'
import { type ConsoleRoute, route } from './route.ts'

/** Every route that reads, but those of the session. */
export const READING_ROUTES: readonly ConsoleRoute[] = [
  ...JOBS_ROUTES,
  ...FIND_ROUTES,
  ...PICTURES_ROUTES,
  ...BATCHES_ROUTES,
  route({
    method: 'GET',
    path: '/openapi.json',
    role: 'viewer',
    says: 'This interface, in OpenAPI 3.1.',
    answer: { json: z.record(z.string(), z.unknown()) },
    handle: async () => ({ json: describeApi(READING_ROUTES) }),
  }),
]
