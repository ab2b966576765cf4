import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { ConsoleRequest } from '../http/console-request.ts'
import { DESCRIPTION_ROUTE } from '../routes/description-route.ts'
import { SERVICE_READING_ROUTES } from '../routes/service/reading-service-routes.ts'
import type { ServiceDeps } from '../routes/service/service-deps.ts'
import { TRIES_ELSEWHERE } from '../routes/tries/tries-elsewhere.ts'
import { type AnswerApiDeps, answerApi } from '../serve-console/answer-api.ts'

export type ServeServiceDeps = ServiceDeps &
  Pick<AnswerApiDeps, 'sessions' | 'cookie' | 'audit' | 'signInAt'>

const ROUTES = [...SERVICE_READING_ROUTES, DESCRIPTION_ROUTE]

/** Answers a request about the service, spending, the audit and the interface itself; it may change none of them. */
export function serveService(
  request: ConsoleRequest,
  requestId: string,
  deps: ServeServiceDeps,
): Promise<APIGatewayProxyStructuredResultV2> {
  return answerApi<ServiceDeps>(request, requestId, {
    ...deps,
    routes: [...ROUTES, ...(deps.service ? [] : [TRIES_ELSEWHERE])],
    secrets: [],
    once: (_, make) => make(),
  })
}
