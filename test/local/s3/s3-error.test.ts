import { expect, test } from 'vitest'
import { errorAnswer } from '../../../local/s3/error-answer.ts'
import { type S3Code, S3Error } from '../../../local/s3/s3-error.ts'

/** API Reference, "Error responses", "List of error codes"; those for forms of the "POST Object" page. */
const BY_STATUS: Readonly<Record<number, readonly S3Code[]>> = {
  304: ['NotModified'],
  400: [
    'AccessControlListNotSupported',
    'AuthorizationHeaderMalformed',
    'AuthorizationQueryParametersError',
    'BadDigest',
    'EntityTooLarge',
    'EntityTooSmall',
    'IncompleteBody',
    'IncorrectNumberOfFilesInPostRequest',
    'InvalidArgument',
    'InvalidBucketName',
    'InvalidDigest',
    'InvalidLocationConstraint',
    'InvalidPart',
    'InvalidPartOrder',
    'InvalidPolicyDocument',
    'InvalidRequest',
    'InvalidStorageClass',
    'InvalidTag',
    'InvalidURI',
    'KeyTooLongError',
    'MalformedPOSTRequest',
    'MalformedTrailerError',
    'MalformedXML',
    'MaxPostPreDataLengthExceededError',
    'MetadataTooLarge',
    'RequestIsNotMultiPartContent',
    'XAmzContentSHA256Mismatch',
  ],
  403: [
    'AccessDenied',
    'InvalidAccessKeyId',
    'InvalidObjectState',
    'ObjectNotInActiveTierError',
    'RequestTimeTooSkewed',
    'SignatureDoesNotMatch',
  ],
  404: ['NoSuchBucket', 'NoSuchKey', 'NoSuchUpload', 'NoSuchVersion'],
  405: ['MethodNotAllowed'],
  409: ['BucketAlreadyOwnedByYou', 'BucketNotEmpty'],
  411: ['MissingContentLength'],
  412: ['PreconditionFailed'],
  416: ['InvalidPartNumber', 'InvalidRange'],
  500: ['InternalError'],
  501: ['NotImplemented'],
  503: ['ServiceUnavailable'],
}

const CODES = Object.entries(BY_STATUS).flatMap(([status, codes]) =>
  codes.map((code) => [code, Number(status)] as const),
)

test.each(CODES)('%s has the status %i and says what is wrong', (code, status) => {
  const error = new S3Error(code)
  expect(error).toMatchObject({ name: code, code, status, fields: {}, headers: {} })
  expect(error.message).toMatch(/^[A-Z][ \w',.:()/-]{8,}/)
})

test('no two codes say the same', () => {
  const messages = CODES.map(([code]) => new S3Error(code).message)
  expect(new Set(messages).size).toBe(messages.length)
})

test('what is said instead replaces the message, and comes with its fields', () => {
  const detail = { message: 'Otherwise.', fields: { Key: 'x' }, headers: { allow: 'DELETE' } }
  expect(new S3Error('NoSuchKey', detail)).toMatchObject({ status: 404, ...detail })
})

test('an error has a document, but where there can be no body', () => {
  const bodyOf = (code: S3Code, method: string) =>
    errorAnswer(new S3Error(code), { method, requestId: 'r', resource: '/drop/a' }).body
  expect(bodyOf('NoSuchKey', 'GET')).toContain('<Code>NoSuchKey</Code>')
  expect(bodyOf('NoSuchKey', 'HEAD')).toBeUndefined()
  expect(bodyOf('NotModified', 'GET')).toBeUndefined()
})
