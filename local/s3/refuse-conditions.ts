import type { Call } from './call.ts'
import type { Route } from './route.ts'
import { S3Error } from './s3-error.ts'

/**
 * Headers that say when a request must not be carried out, or on which bytes. Those of `x-amz-if-match-`, of renames
 * and of appends are for directory buckets.
 */
const CONDITIONS: readonly RegExp[] = [
  /^if-(none-)?match$/,
  /^if-(un)?modified-since$/,
  /^content-range$/,
  /^x-amz-copy-source-(if-.+|range)$/,
  /^x-amz-(if-match|rename-source-if)-/,
  /^x-amz-write-offset-bytes$/,
]

/**
 * Refuses a change under a condition that its operation does not check: carried out all the same, it would replace or
 * delete what the client meant to keep.
 *
 * @throws S3Error `NotImplemented`.
 */
export function refuseConditions(route: Route, { fields }: Pick<Call, 'fields'>): void {
  if (route.method === 'GET' || route.method === 'HEAD') return
  const ignored = Object.keys(fields).find(
    (name) => CONDITIONS.some((form) => form.test(name)) && !route.conditions?.includes(name),
  )
  if (ignored === undefined) return
  throw new S3Error('NotImplemented', {
    message: `A header you provided implies functionality that is not implemented: ${ignored}`,
    fields: { Header: ignored },
  })
}
