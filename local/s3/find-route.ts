import type { Call } from './call.ts'
import { refuseConditions } from './refuse-conditions.ts'
import { queryValue } from './request-target.ts'
import type { Route } from './route.ts'
import { ROUTES } from './routes.ts'
import { S3Error } from './s3-error.ts'

type Addressed = Pick<Call, 'method' | 'bucket' | 'key' | 'query' | 'fields' | 'form'>

/**
 * The operation of a request. Every parameter must be one that the operation knows: a request for a sub-resource that
 * this endpoint lacks must not be taken as one for the object itself, which it would overwrite.
 *
 * @throws S3Error `NotImplemented`, `KeyTooLongError`.
 */
export function findRoute(call: Addressed): Route {
  if (Buffer.byteLength(call.key) > 1024) {
    throw new S3Error('KeyTooLongError', { fields: { MaxSizeAllowed: '1024' } })
  }
  const level = call.bucket === '' ? 'service' : call.key === '' ? 'bucket' : 'object'
  const copies = call.fields['x-amz-copy-source'] !== undefined
  const route = ROUTES.find(
    (candidate) =>
      candidate.method === call.method &&
      candidate.on === level &&
      (candidate.copies ?? false) === copies &&
      (candidate.form ?? false) === (call.form !== undefined) &&
      candidate.needs.every((name) => queryValue(call.query, name) !== undefined),
  )
  if (route === undefined || !call.query.every(([name]) => isKnown(route, name))) {
    throw new S3Error('NotImplemented')
  }
  refuseConditions(route, call)
  return route
}

function isKnown({ needs, takes = [] }: Route, name: string): boolean {
  return needs.includes(name) || takes.includes(name) || name === 'x-id' || /^x-amz-/i.test(name)
}
