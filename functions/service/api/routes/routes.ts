import { creditRoutes } from './credit-routes.ts'
import { deleteTaskRoute } from './delete-task-route.ts'
import { descriptionRoute } from './description-route.ts'
import { featureCostRoute } from './feature-cost-route.ts'
import type { Route } from './route.ts'
import { taskRoutes } from './task-routes.ts'
import { templateRoutes } from './template-routes.ts'
import { thumbRoutes } from './thumb-routes.ts'
import { uploadRoutes } from './upload-routes.ts'

const DESCRIBED: readonly Route[] = [
  ...uploadRoutes,
  ...taskRoutes,
  deleteTaskRoute,
  ...templateRoutes,
  ...creditRoutes,
  featureCostRoute,
  ...thumbRoutes,
]

/** All routes of the service, in the order of the OpenAPI document. */
export const ROUTES: readonly Route[] = [...DESCRIBED, descriptionRoute(DESCRIBED)]
