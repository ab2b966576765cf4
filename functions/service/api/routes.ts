import type { Route } from './route.ts'
import { creditRoutes } from './routes/credit-routes.ts'
import { deleteTaskRoute } from './routes/delete-task-route.ts'
import { descriptionRoute } from './routes/description-route.ts'
import { featureCostRoute } from './routes/feature-cost-route.ts'
import { taskRoutes } from './routes/task-routes.ts'
import { templateRoutes } from './routes/template-routes.ts'
import { thumbRoutes } from './routes/thumb-routes.ts'
import { uploadRoutes } from './routes/upload-routes.ts'

/** Everything the service answers, in the order of its description. */
export const ROUTES: readonly Route[] = [
  ...uploadRoutes,
  ...taskRoutes,
  deleteTaskRoute,
  ...templateRoutes,
  ...creditRoutes,
  featureCostRoute,
  ...thumbRoutes,
  descriptionRoute,
]
