import { DESCRIPTION, describeApi } from './describe-api.ts'
import { type ConsoleRoute, route } from './route.ts'

/** What this interface is. */
export const DESCRIPTION_ROUTE: ConsoleRoute<object> = route({
  ...DESCRIPTION,
  handle: async (_, __: object) => ({ json: describeApi() }),
})
