import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { ConsoleRequest } from '../http/console-request.ts'
import { CHANGING_ROUTES } from '../routes/changing-routes.ts'
import { type AnswerApiDeps, answerApi } from '../serve-console/answer-api.ts'

export type MakeChangeDeps = Omit<AnswerApiDeps, 'routes' | 'secrets' | 'linkTo'>

/** Answers a request that changes something: it has the rights for that, and shows nothing. */
export function makeChange(
  request: ConsoleRequest,
  requestId: string,
  deps: MakeChangeDeps,
): Promise<APIGatewayProxyStructuredResultV2> {
  const linkTo = () => Promise.reject(new Error('A change leads to no file.'))
  return answerApi(request, requestId, { ...deps, routes: CHANGING_ROUTES, secrets: [], linkTo })
}
