import type { Answer, Call } from '../call.ts'
import { requireDocument } from '../payload/read-document.ts'
import { S3Error } from '../s3-error.ts'
import { findBucket } from '../store/find-bucket.ts'
import { xmlText } from '../xml/parse-xml.ts'

/** Switches versioning on or off (PutBucketVersioning). MFA delete is not supported. */
export async function putBucketVersioning(call: Call): Promise<Answer> {
  const { index } = call.store
  findBucket(index, call.bucket)
  const document = await requireDocument(call, 'VersioningConfiguration')
  const status = xmlText(document, 'Status')
  if (status !== 'Enabled' && status !== 'Suspended') {
    throw new S3Error('MalformedXML')
  }
  if (xmlText(document, 'MfaDelete') === 'Enabled') {
    throw new S3Error('NotImplemented')
  }
  index.run('UPDATE bucket SET versioning = ? WHERE name = ?', status, call.bucket)
  return { status: 200 }
}
