import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { ConsoleRequest } from '../http/console-request.ts'
import type { ServiceChangeDeps } from '../routes/service/change-deps.ts'
import { SERVICE_CHANGING_ROUTES } from '../routes/service/changing-service-routes.ts'
import { type AnswerApiDeps, answerApi } from '../serve-console/answer-api.ts'

export type ChangeServiceDeps = ServiceChangeDeps &
  Pick<AnswerApiDeps, 'sessions' | 'cookie' | 'audit' | 'once' | 'now' | 'signInAt'>

/** Answers a request that changes something at the service: it has the rights for that, and shows nothing. */
export function changeService(
  request: ConsoleRequest,
  requestId: string,
  deps: ChangeServiceDeps,
): Promise<APIGatewayProxyStructuredResultV2> {
  return answerApi<ServiceChangeDeps>(request, requestId, {
    ...deps,
    routes: SERVICE_CHANGING_ROUTES,
    secrets: [],
  })
}
