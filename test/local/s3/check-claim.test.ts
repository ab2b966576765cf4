import { expect, test } from 'vitest'
import { authorizeForm } from '../../../local/s3/auth/authorize-form.ts'
import { checkClaim } from '../../../local/s3/auth/check-claim.ts'
import { readHeaderClaim } from '../../../local/s3/auth/read-header-claim.ts'
import { readQueryClaim } from '../../../local/s3/auth/read-query-claim.ts'
import type { Claim } from '../../../local/signature/claim.ts'
import { codeOf } from './call-of.ts'

const NOON = Date.UTC(2026, 0, 1, 12)
const CLAIM: Claim = {
  form: 'header',
  accessKeyId: 'KEY',
  scopeDate: '20260101',
  region: 'us-east-1',
  service: 's3',
  timestamp: '20260101T120000Z',
  signedHeaders: ['host'],
  signature: '0'.repeat(64),
}
const PRESIGNED: Claim = { ...CLAIM, form: 'query', expires: 60 }
const MINUTE = 60_000

const check =
  (claim: Claim, late = 0) =>
  () =>
    checkClaim(claim, { region: 'us-east-1', now: NOON + late })

test.each([
  [CLAIM, 15 * MINUTE, undefined],
  [CLAIM, 15 * MINUTE + 1, 'RequestTimeTooSkewed'],
  [CLAIM, -15 * MINUTE, undefined],
  [CLAIM, -15 * MINUTE - 1, 'RequestTimeTooSkewed'],
  [PRESIGNED, -15 * MINUTE, undefined],
  [PRESIGNED, -15 * MINUTE - 1, 'AccessDenied'],
  [PRESIGNED, MINUTE, undefined],
  [PRESIGNED, MINUTE + 1, 'AccessDenied'],
])('a claim %# that comes %i ms late', (claim, late, code) => {
  expect(codeOf(check(claim, late))).toBe(code)
})

test('who comes too late is told until when', () => {
  expect(check(PRESIGNED, MINUTE + 1)).toThrow(
    expect.objectContaining({
      message: 'Request has expired',
      fields: {
        'X-Amz-Expires': '60',
        Expires: '2026-01-01T12:01:00.000Z',
        ServerTime: '2026-01-01T12:01:00.001Z',
      },
    }),
  )
  expect(check(PRESIGNED, -16 * MINUTE)).toThrow('Request is not yet valid')
  expect(check(CLAIM, 16 * MINUTE)).toThrow(
    expect.objectContaining({ fields: { RequestTime: CLAIM.timestamp } }),
  )
})

test.each([
  [{ region: 'eu-west-1' }, "the region 'eu-west-1' is wrong; expecting 'us-east-1'"],
  [{ service: 'sqs' }, "the service 'sqs' is wrong"],
  [{ timestamp: '20260102T120000Z' }, 'the date of the request must be valid'],
  [{ timestamp: '20260101' }, 'the date of the request must be valid'],
  [{ signedHeaders: ['date'] }, 'the host header must be signed'],
])('%o is wrong', (change, says) => {
  const message = expect.stringContaining(says)
  expect(check({ ...CLAIM, ...change })).toThrow(
    expect.objectContaining({ code: 'AuthorizationHeaderMalformed', message }),
  )
  expect(check({ ...PRESIGNED, ...change })).toThrow(
    expect.objectContaining({ code: 'AuthorizationQueryParametersError', message }),
  )
})

test('who signs for another region is told which', () => {
  expect(check({ ...CLAIM, region: 'a' })).toThrow(
    expect.objectContaining({ fields: { Region: 'us-east-1' } }),
  )
})

const QUERY = {
  'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
  'X-Amz-Credential': 'KEY/20260101/us-east-1/s3/aws4_request',
  'X-Amz-Date': '20260101T120000Z',
  'X-Amz-Expires': '60',
  'X-Amz-SignedHeaders': 'host;range',
  'X-Amz-Signature': '0'.repeat(64),
}
const readQuery = (change: Record<string, string> = {}) =>
  readQueryClaim(Object.entries({ ...QUERY, ...change }))

test('a presigned URL is read', () => {
  expect(readQuery()).toEqual({ ...PRESIGNED, signedHeaders: ['host', 'range'] })
})

test.each([
  ['X-Amz-Expires', '1', true],
  ['X-Amz-Expires', '604800', true],
  ['X-Amz-Expires', '604801', false],
  ['X-Amz-Expires', '0', false],
  ['X-Amz-Expires', 'x1', false],
  ['X-Amz-Expires', '1x', false],
  ['X-Amz-Expires', '0000001', false],
  ['X-Amz-Algorithm', 'AWS4-HMAC-SHA1', false],
  ['X-Amz-Credential', 'KEY', false],
  ['X-Amz-Signature', 'a'.repeat(64), true],
  ['X-Amz-Signature', 'a'.repeat(63), false],
  ['X-Amz-Signature', `x${'a'.repeat(64)}`, false],
  ['X-Amz-Signature', `${'a'.repeat(64)}x`, false],
])('a URL with %s of %s is read: %s', (name, value, isRead) => {
  const code = isRead ? undefined : 'AuthorizationQueryParametersError'
  expect(codeOf(() => readQuery({ [name]: value }))).toBe(code)
})

test('a signed header needs a date', () => {
  const header =
    `AWS4-HMAC-SHA256 Credential=${QUERY['X-Amz-Credential']}, SignedHeaders=host, ` +
    `Signature=${'0'.repeat(64)}`
  expect(readHeaderClaim(header, CLAIM.timestamp)).toMatchObject({ ...CLAIM })
  expect(codeOf(() => readHeaderClaim(header, undefined))).toBe('AccessDenied')
  expect(codeOf(() => readHeaderClaim('Basic a', 'b'))).toBe('AuthorizationHeaderMalformed')
})

const FORM = {
  'x-amz-algorithm': QUERY['X-Amz-Algorithm'],
  'x-amz-credential': QUERY['X-Amz-Credential'],
  'x-amz-date': QUERY['X-Amz-Date'],
  'x-amz-signature': 'f'.repeat(64),
  policy: 'e30=',
}
const access = {
  holderOf: (key: string) => (key === 'KEY' ? { secretAccessKey: 'S', caller: {} } : undefined),
}
const authorized = (change: Record<string, string>) =>
  authorizeForm(new Map(Object.entries({ ...FORM, ...change })), {
    access: access as never,
    region: 'us-east-1',
  })

test.each([
  ['x-amz-algorithm', 'AWS4', 'InvalidArgument', 'only supports'],
  ['x-amz-credential', 'KEY', 'InvalidArgument', 'mal-formed'],
  ['x-amz-credential', 'KEY/20260101/a/s3/aws4_request', 'InvalidArgument', "region 'a' is wrong"],
  [
    'x-amz-credential',
    'KEY/20260101/us-east-1/sqs/aws4_request',
    'InvalidArgument',
    "service 'sqs'",
  ],
  ['x-amz-date', '20260102T120000Z', 'InvalidArgument', 'X-Amz-Date must be'],
  ['x-amz-date', '20260101', 'InvalidArgument', 'X-Amz-Date must be'],
  ['policy', '', 'InvalidArgument', "named 'Policy'"],
  ['x-amz-signature', '', 'InvalidArgument', "named 'X-Amz-Signature'"],
  ['x-amz-credential', 'NO/20260101/us-east-1/s3/aws4_request', 'InvalidAccessKeyId', ''],
  ['policy', 'e31=', 'SignatureDoesNotMatch', ''],
  ['awsaccesskeyid', 'KEY', 'InvalidRequest', 's3v4'],
])('a form with %s of "%s" is refused as %s', (name, value, code, says) => {
  const message = expect.stringContaining(says)
  expect(() => authorized({ [name]: value })).toThrow(expect.objectContaining({ code, message }))
})

test.each(Object.keys(FORM))('a form with %s alone is one that somebody signed', (name) => {
  const fields = new Map([[name, 'a']])
  const verifier = { access: access as never, region: 'us-east-1' }
  expect(codeOf(() => authorizeForm(fields, verifier))).toBe('InvalidArgument')
  expect(codeOf(() => authorizeForm(new Map(), verifier))).toBe('AccessDenied')
})
