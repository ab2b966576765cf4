import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { ConsoleRequest } from '../http/console-request.ts'
import { DOCTOR_ROUTES, type DoctorDeps } from '../routes/service/doctor-route.ts'
import { type AnswerApiDeps, answerApi } from '../serve-console/answer-api.ts'

export type ExamineStacksDeps = DoctorDeps &
  Pick<AnswerApiDeps, 'sessions' | 'cookie' | 'audit' | 'signInAt'>

/** Answers what is wrong with the stacks: it looks at all of them, changes nothing and shows nothing else. */
export function examineStacks(
  request: ConsoleRequest,
  requestId: string,
  deps: ExamineStacksDeps,
): Promise<APIGatewayProxyStructuredResultV2> {
  return answerApi<DoctorDeps>(request, requestId, {
    ...deps,
    routes: DOCTOR_ROUTES,
    secrets: [],
    once: (_, make) => make(),
  })
}
