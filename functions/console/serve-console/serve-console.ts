import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { ConsoleRequest } from '../http/console-request.ts'
import { type ServeFileDeps, serveFile } from '../pages/serve-file.ts'
import { type AnswerApiDeps, answerApi } from './answer-api.ts'

export type ServeConsoleDeps = AnswerApiDeps & ServeFileDeps

/** Answers every request below `/console`: the admin API, the page, and the files that the page loads. */
export function serveConsole(
  request: ConsoleRequest,
  requestId: string,
  deps: ServeConsoleDeps,
): Promise<APIGatewayProxyStructuredResultV2> {
  return request.path.startsWith('/console/api/')
    ? answerApi(request, requestId, deps)
    : Promise.resolve(serveFile(request, requestId, deps))
}
