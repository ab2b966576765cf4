import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { ConsoleRequest } from '../http/console-request.ts'
import { TRIES_ROUTES, type TriesDeps } from '../routes/tries/tries-routes.ts'
import { type AnswerApiDeps, answerApi } from '../serve-console/answer-api.ts'

export type TryFeatureDeps = TriesDeps &
  Pick<AnswerApiDeps, 'sessions' | 'cookie' | 'audit' | 'once' | 'now' | 'signInAt'>

/** Answers a request about tries: it has the pipeline's key of the service, and reaches nothing of the pipeline. */
export function tryFeature(
  request: ConsoleRequest,
  requestId: string,
  deps: TryFeatureDeps,
): Promise<APIGatewayProxyStructuredResultV2> {
  return answerApi<TriesDeps>(request, requestId, { ...deps, routes: TRIES_ROUTES, secrets: [] })
}
