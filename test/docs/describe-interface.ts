import { FAILURES, failureCodes } from '../../catalog/failures.ts'
import { ROUTES } from '../../functions/service/api/routes.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Every path the service answers, in its own order. */
export const describeRoutes = (): string =>
  markdownTable(
    ['Request', 'What it is for'],
    ROUTES.flatMap(({ method, path, operation }) =>
      operation ? [[code(`${method} ${path}`), operation.summary]] : [],
    ),
  )

/** Every code a request is refused with. */
export const describeRefusals = (): string =>
  markdownTable(
    ['Status', '`error_code`', 'Meaning'],
    failureCodes('request')
      .map((name) => [String(FAILURES[name].status), code(name), FAILURES[name].detail])
      .sort(([a = ''], [b = '']) => Number(a) - Number(b)),
  )
