import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { ConsoleRequest } from '../http/console-request.ts'
import { DROPS_ROUTES, type DropsDeps } from '../routes/drops-routes.ts'
import { type AnswerApiDeps, answerApi } from '../serve-console/answer-api.ts'

export type TakeDropsDeps = DropsDeps &
  Pick<AnswerApiDeps, 'sessions' | 'cookie' | 'audit' | 'once' | 'signInAt'>

/** Answers a request about drops and uploads, with the session and the checks of the admin API. */
export function takeDrops(
  request: ConsoleRequest,
  requestId: string,
  deps: TakeDropsDeps,
): Promise<APIGatewayProxyStructuredResultV2> {
  return answerApi<DropsDeps>(request, requestId, { ...deps, routes: DROPS_ROUTES, secrets: [] })
}
