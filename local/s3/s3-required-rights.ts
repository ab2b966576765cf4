import type { AccessRequest } from '../iam/compile-policy.ts'
import type { Call } from './call.ts'
import { parseQuery, queryValue } from './request-target.ts'
import type { Route } from './route.ts'

type Asked = Pick<Call, 'bucket' | 'key' | 'query' | 'fields'>

/** Rights that S3 names apart when the request names a version (Service Authorization Reference, Amazon S3). */
const VERSIONED: Readonly<Record<string, string>> = {
  's3:GetObject': 's3:GetObjectVersion',
  's3:DeleteObject': 's3:DeleteObjectVersion',
  's3:GetObjectAttributes': 's3:GetObjectVersionAttributes',
  's3:GetObjectTagging': 's3:GetObjectVersionTagging',
  's3:PutObjectTagging': 's3:PutObjectVersionTagging',
  's3:DeleteObjectTagging': 's3:DeleteObjectVersionTagging',
}

/** The parameters of a listing that are condition keys. */
const LIST_KEYS = ['prefix', 'delimiter', 'max-keys']

/**
 * What a request asks for (Amazon S3 User Guide, "Required permissions for Amazon S3 API operations"). A write with
 * tags also asks to tag, a copy to read its source, and a write that must replace a known object to read it ("How to
 * prevent object overwrites with conditional writes"). DeleteObjects asks for each of its objects,
 * {@link deleteRequiredRights}.
 */
export function s3RequiredRights({ right, on, copies }: Route, call: Asked): AccessRequest[] {
  if (right === undefined) return []
  const { bucket, key, query, fields } = call
  const resource = on === 'service' ? '*' : on === 'bucket' ? bucketArn(bucket) : objectArn(call)
  const version = queryValue(query, 'versionId')
  const action = (version === undefined ? undefined : VERSIONED[right]) ?? right
  const asked = [ask(action, resource, on === 'bucket' ? listContext(query) : {})]
  // API Reference, GetObjectAttributes.
  if (right === 's3:GetObjectAttributes') {
    asked.push(ask(version === undefined ? 's3:GetObject' : 's3:GetObjectVersion', resource))
  }
  if (right === 's3:DeleteObject') asked.push(...knownAsk(resource, fields['if-match']))
  if (right !== 's3:PutObject' || key === '') return asked
  if (fields['x-amz-tagging']) asked.push(ask('s3:PutObjectTagging', resource))
  if (fields['if-match'] !== undefined) asked.push(ask('s3:GetObject', resource))
  if (copies) asked.push(sourceAsk(fields['x-amz-copy-source'] ?? ''))
  return asked
}

/** What deleting one of several objects asks for. */
export function deleteRequiredRights(
  bucket: string,
  key: string,
  { version, etag }: { version: string | undefined; etag: string | undefined },
): AccessRequest[] {
  const action = version === undefined ? 's3:DeleteObject' : 's3:DeleteObjectVersion'
  const resource = objectArn({ bucket, key })
  return [ask(action, resource), ...knownAsk(resource, etag)]
}

/** Who deletes an object with this ETag alone must be able to read it ("How to perform conditional deletes"). */
function knownAsk(resource: string, etag: string | undefined): AccessRequest[] {
  return etag === undefined || etag === '*' ? [] : [ask('s3:GetObject', resource)]
}

/**
 * What a caller needs to be told that an object is not there; without it the answer is 403 (API Reference, GetObject).
 * AWS puts the key into `s3:prefix` here, so that a right that is bound to a prefix counts (as ceph/ceph pull request
 * 68577 found and copies).
 */
export function missingKeyAsk({ bucket, key }: { bucket: string; key: string }): AccessRequest {
  return ask('s3:ListBucket', bucketArn(bucket), { 's3:prefix': [key] })
}

function ask(
  action: string,
  resource: string,
  context: AccessRequest['context'] = {},
): AccessRequest {
  return { action, resource, context }
}

function bucketArn(bucket: string): string {
  return `arn:aws:s3:::${bucket}`
}

function objectArn({ bucket, key }: { bucket: string; key: string }): string {
  return `${bucketArn(bucket)}/${key}`
}

function listContext(query: Call['query']): AccessRequest['context'] {
  const given = LIST_KEYS.map((name) => [`s3:${name}`, queryValue(query, name)] as const)
  return Object.fromEntries(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]]])),
  )
}

/** The source of a copy: `/bucket/key?versionId=…`, percent-encoded. */
function sourceAsk(source: string): AccessRequest {
  const [path = '', query = ''] = source.replace(/^\//, '').split('?')
  const [[decoded = ''] = []] = parseQuery(path.replaceAll('=', '%3D'))
  const version = queryValue(parseQuery(query), 'versionId')
  const action = version === undefined ? 's3:GetObject' : 's3:GetObjectVersion'
  return ask(action, `arn:aws:s3:::${decoded}`)
}
