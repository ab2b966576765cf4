import { expect, test } from 'vitest'
import { FAILURES, type FailureCode, failureCodes } from '../../../catalog/failures/failures.ts'

/*
 * Clients and the workflow go by these: a status or a retry that changes is seen by somebody. The sentences are free.
 */

function codesBy<T>(of: (code: FailureCode) => T): Map<T, FailureCode[]> {
  return Map.groupBy(Object.keys(FAILURES) as FailureCode[], of)
}

test('requests and the console are answered with the statuses of HTTP', () => {
  const asked = [...failureCodes('request'), ...failureCodes('page')]
  expect(Object.fromEntries(asked.map((code) => [code, FAILURES[code].status]))).toEqual({
    InvalidParameters: 400,
    BadRequest: 400,
    InvalidTemplate: 400,
    InvalidTaskId: 400,
    CreditInsufficiency: 400,
    OperationNotSupport: 400,
    OperationInvalid: 400,
    InvalidApiKey: 401,
    InvalidAccessToken: 401,
    InactiveApiKey: 401,
    ExpiredApiKey: 401,
    InvalidSignature: 401,
    NotFound: 404,
    IdempotencyConflict: 409,
    PayloadTooLarge: 413,
    IdempotencyMismatch: 422,
    TooManyRequests: 429,
    TaskTimeout: 500,
    InternalError: 500,
    SignInRequired: 401,
    SignInRefused: 403,
    RoleMissing: 403,
    ForeignPage: 403,
    StateConflict: 409,
    PictureNotShown: 422,
    PictureNotReady: 503,
    Gone: 410,
    RecipeChanged: 412,
    ServiceElsewhere: 404,
    ServiceSilent: 502,
  })
})

test('a task that ended in an error is answered with 200, a job’s failure is ours', () => {
  expect(new Set(failureCodes('task').map((code) => FAILURES[code].status))).toEqual(new Set([200]))
  expect(new Set(failureCodes('job').map((code) => FAILURES[code].status))).toEqual(new Set([500]))
})

test('these may succeed when they are tried again', () => {
  expect(codesBy((code) => FAILURES[code].retryable).get(true)).toEqual([
    'IdempotencyConflict',
    'TooManyRequests',
    'TaskTimeout',
    'InternalError',
    'RUNTIME_ERROR',
    'error_download_image',
    'error_download_mask',
    'error_download_video',
    'error_generator_busy',
    'error_inference',
    'unknown_internal_error',
    'SourceArchived',
    'PreparationStopped',
    'CompanionMissing',
    'RightMissing',
    'TaskBroke',
    'UnitsMissing',
    'ServiceBusy',
    'ServiceUnreachable',
    'CallbackTimeout',
    'ResultUnavailable',
    'ExpressionFailed',
    'JobTimedOut',
    'JobAborted',
    'JobFailed',
  ])
})

test('of these the same call may', () => {
  expect(codesBy((code) => FAILURES[code].transient).get(true)).toEqual([
    'IdempotencyConflict',
    'TooManyRequests',
    'TaskTimeout',
    'InternalError',
    'ServiceBusy',
    'ServiceUnreachable',
    'CallbackTimeout',
    'ResultUnavailable',
    'JobTimedOut',
    'JobAborted',
    'JobFailed',
  ])
})

test('no code says both that a file does not suit and that trying again may help', () => {
  const both = (code: FailureCode): boolean => FAILURES[code].unsuited && FAILURES[code].retryable
  expect(codesBy(both).get(true)).toBeUndefined()
})
