import type { ConsoleRoute } from '../route.ts'
import { ACCOUNT_ROUTES } from './account-routes.ts'
import type { ServiceDeps } from './service-deps.ts'
import { SPENDING_ROUTES } from './spending-routes.ts'
import { TASK_ROUTES } from './task-routes.ts'

/** Every route that looks at the service, at spending and at the audit. */
export const SERVICE_READING_ROUTES: readonly ConsoleRoute<ServiceDeps>[] = [
  ...ACCOUNT_ROUTES,
  ...TASK_ROUTES,
  ...SPENDING_ROUTES,
]
