import { FAILURES, failureCodes } from '../../catalog/failures/failures.ts'
import { FEATURES } from '../../catalog/features/features.ts'
import { ROUTES } from '../../functions/service/api/routes/routes.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Every path the service answers, in its own order. */
export function describeRoutes(): string {
  return markdownTable(
    ['Request', 'What it is for'],
    ROUTES.flatMap(({ method, path, operation }) =>
      operation ? [[code(`${method} ${path}`), operation.summary]] : [],
    ),
  )
}

/** Every code a request is refused with. */
export function describeRefusals(): string {
  return markdownTable(
    ['Status', '`error_code`', 'Meaning'],
    failureCodes('request')
      .map((name) => [String(FAILURES[name].status), code(name), FAILURES[name].detail])
      .sort(([a = ''], [b = '']) => Number(a) - Number(b)),
  )
}

/** Which features other providers announce the end of. */
export function describeAnnounced(): string {
  return markdownTable(
    ['Feature', 'Other providers'],
    FEATURES.map(({ name, announces }) => [code(name), announces ? 'tell its end' : 'are asked']),
  )
}
