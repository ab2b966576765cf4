import { describeDiskError } from '../state/describe-disk-error.ts'
import type { Answer } from './call.ts'
import { S3Error } from './s3-error.ts'
import { renderXml } from './xml/render-xml.ts'

type Failed = { method: string; requestId: string; resource: string }

/**
 * An error as an S3 answer. Anything but an {@link S3Error} is a fault of this endpoint and is not described, except
 * a full disk, which its user can fix. HEAD and 304 have no body.
 */
export function errorAnswer(cause: unknown, { method, requestId, resource }: Failed): Answer {
  const error = cause instanceof S3Error ? cause : internalError(cause)
  if (method === 'HEAD' || error.status === 304) {
    return { status: error.status, headers: error.headers }
  }
  const document = {
    Code: error.code,
    Message: error.message,
    ...error.fields,
    Resource: resource,
    RequestId: requestId,
  }
  return {
    status: error.status,
    headers: { 'content-type': 'application/xml', ...error.headers },
    body: renderXml('Error', document, ''),
  }
}

function internalError(cause: unknown): S3Error {
  const message = describeDiskError(cause)
  return new S3Error('InternalError', message === undefined ? {} : { message })
}
