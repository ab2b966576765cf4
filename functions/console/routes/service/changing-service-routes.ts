import type { ConsoleRoute } from '../route.ts'
import type { ServiceChangeDeps } from './change-deps.ts'
import { KEY_CHANGES_ROUTES } from './key-changes-routes.ts'
import { WEBHOOK_CHANGES_ROUTES } from './webhook-changes-routes.ts'

/** Every route that changes something at the service. */
export const SERVICE_CHANGING_ROUTES: readonly ConsoleRoute<ServiceChangeDeps>[] = [
  ...KEY_CHANGES_ROUTES,
  ...WEBHOOK_CHANGES_ROUTES,
]
