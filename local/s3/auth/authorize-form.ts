import type { Access } from '../../iam/access.ts'
import type { Caller } from '../../iam/caller.ts'
import { parseCredential, parseTimestamp } from '../../signature/claim.ts'
import { sameHex, signingKey, signText } from '../../signature/signing-key.ts'
import { S3Error } from '../s3-error.ts'
import { refuseVersion2 } from './refuse-version-2.ts'

const SIGNED = ['X-Amz-Algorithm', 'X-Amz-Credential', 'X-Amz-Date', 'X-Amz-Signature', 'Policy']

/**
 * Verifies the signature of a form: it covers the policy as it was sent (API Reference, "Authenticating Requests in
 * Browser-Based Uploads Using POST").
 *
 * @param fields by lower-case name
 * @returns who signed it, and the policy in base64
 * @throws S3Error `AccessDenied` for a form without signature, `InvalidArgument`, `InvalidAccessKeyId`,
 *   `SignatureDoesNotMatch`.
 */
export function authorizeForm(
  fields: ReadonlyMap<string, string>,
  { access, region }: { access: Access; region: string },
): { caller: Caller; policy: string } {
  if (fields.has('awsaccesskeyid')) refuseVersion2()
  if (!SIGNED.some((name) => fields.has(name.toLowerCase()))) throw new S3Error('AccessDenied')
  const [algorithm, credential, date, signature, policy] = SIGNED.map((name) =>
    requireField(fields, name),
  ) as [string, string, string, string, string]
  if (algorithm !== 'AWS4-HMAC-SHA256') {
    throw wrong('X-Amz-Algorithm', algorithm, 'X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"')
  }
  const scope = parseCredential(credential)
  if (scope === undefined) {
    const form = 'the Credential is mal-formed; expecting KEY/YYYYMMDD/REGION/SERVICE/aws4_request'
    throw wrong('X-Amz-Credential', credential, form)
  }
  if (scope.region !== region) {
    const reason = `the region '${scope.region}' is wrong; expecting '${region}'`
    throw wrong('X-Amz-Credential', credential, reason)
  }
  if (scope.service !== 's3') {
    const reason = `incorrect service '${scope.service}'. This endpoint belongs to 's3'.`
    throw wrong('X-Amz-Credential', credential, reason)
  }
  if (Number.isNaN(parseTimestamp(date)) || !date.startsWith(scope.scopeDate)) {
    const reason = 'X-Amz-Date must be YYYYMMDDTHHMMSSZ and match the date of X-Amz-Credential'
    throw wrong('X-Amz-Date', date, reason)
  }
  const holder = access.holderOf(scope.accessKeyId)
  if (holder === undefined) throw new S3Error('InvalidAccessKeyId')
  const expected = signText(signingKey(holder.secretAccessKey, scope), policy)
  if (!sameHex(expected, signature)) throw new S3Error('SignatureDoesNotMatch')
  return { caller: holder.caller, policy }
}

/** A field that a form must have before its file. @throws S3Error `InvalidArgument`, in the words of AWS */
export function requireField(fields: ReadonlyMap<string, string>, name: string): string {
  const value = fields.get(name.toLowerCase())
  if (value) return value
  const reason =
    `Bucket POST must contain a field named '${name}'.  ` +
    'If it is specified, please check the order of the fields.'
  throw wrong(name, '', reason)
}

function wrong(name: string, value: string, message: string): S3Error {
  return new S3Error('InvalidArgument', {
    message,
    fields: { ArgumentName: name, ArgumentValue: value },
  })
}
