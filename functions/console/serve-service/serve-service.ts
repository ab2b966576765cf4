import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { ConsoleRequest } from '../http/console-request.ts'
import { SERVICE_READING_ROUTES } from '../routes/service/reading-service-routes.ts'
import type { ServiceDeps } from '../routes/service/service-deps.ts'
import { TRIES_ELSEWHERE } from '../routes/tries/tries-elsewhere.ts'
import { type AnswerApiDeps, answerApi } from '../serve-console/answer-api.ts'

export type ServeServiceDeps = ServiceDeps &
  Pick<AnswerApiDeps, 'sessions' | 'cookie' | 'audit' | 'signInAt'>

/** Answers a request about the service, spending and the audit; it has no right to change any of them. */
export function serveService(
  request: ConsoleRequest,
  requestId: string,
  deps: ServeServiceDeps,
): Promise<APIGatewayProxyStructuredResultV2> {
  return answerApi<ServiceDeps>(request, requestId, {
    ...deps,
    routes: deps.service ? SERVICE_READING_ROUTES : [...SERVICE_READING_ROUTES, TRIES_ELSEWHERE],
    secrets: [],
    once: (_, make) => make(),
  })
}
