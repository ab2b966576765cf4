import type { Answer, Call } from '../call.ts'
import { expectedDigests } from '../payload/expected-digests.ts'
import { requireDocument } from '../payload/read-document.ts'
import { requireRights } from '../require-rights.ts'
import { S3Error } from '../s3-error.ts'
import { deleteRequiredRights } from '../s3-required-rights.ts'
import { deleteObject } from '../store/delete-object.ts'
import { findBucket } from '../store/find-bucket.ts'
import { type XmlElement, xmlChildren, xmlText } from '../xml/parse-xml.ts'
import type { XmlValue } from '../xml/render-xml.ts'
import { xmlAnswer } from '../xml-answer.ts'

const MAX_KEYS = 1000

/** Deletes up to 1,000 keys, each of which succeeds or fails alone (DeleteObjects). */
export async function deleteObjects(call: Call): Promise<Answer> {
  findBucket(call.store.index, call.bucket)
  const { md5, checksum } = expectedDigests(call)
  if (md5 === undefined && checksum === undefined) {
    throw new S3Error('InvalidRequest', {
      message: 'Missing required header for this request: Content-MD5 or x-amz-checksum-*',
    })
  }
  const document = await requireDocument(call, 'Delete')
  const objects = xmlChildren(document, 'Object')
  if (objects.length === 0 || objects.length > MAX_KEYS) {
    throw new S3Error('MalformedXML')
  }
  const quiet = xmlText(document, 'Quiet')?.trim() === 'true'
  const Deleted: XmlValue[] = []
  const Failed: XmlValue[] = []
  for (const object of objects) {
    try {
      const element = await deleteOne(call, object)
      if (!quiet) {
        Deleted.push(element)
      }
    } catch (error) {
      Failed.push(failedElement(object, error))
    }
  }
  return xmlAnswer('DeleteResult', { Deleted, Error: Failed })
}

async function deleteOne(
  { store, bucket, access, auth }: Call,
  object: XmlElement,
): Promise<XmlValue> {
  const key = xmlText(object, 'Key')
  if (key === undefined || key === '') {
    throw new S3Error('InvalidArgument', { message: 'A key must be specified' })
  }
  const versionId = xmlText(object, 'VersionId')
  const ifMatch = xmlText(object, 'ETag')
  requireRights(
    access,
    auth.caller,
    deleteRequiredRights(bucket, key, { version: versionId, etag: ifMatch }),
  )
  refuseConditions(object)
  const deleted = await deleteObject(store, { bucket, key, versionId, condition: { ifMatch } })
  return {
    Key: key,
    VersionId: versionId,
    ...(deleted.deleteMarker && {
      DeleteMarker: true,
      DeleteMarkerVersionId: deleted.versionId,
    }),
  }
}

// Directory buckets alone check these (API Reference, ObjectIdentifier).
function refuseConditions(object: XmlElement): void {
  const ignored = ['LastModifiedTime', 'Size'].find((name) => xmlText(object, name) !== undefined)
  if (ignored !== undefined) {
    throw new S3Error('NotImplemented', {
      message: `An element you provided implies functionality that is not implemented: ${ignored}`,
    })
  }
}

function failedElement(object: XmlElement, cause: unknown): XmlValue {
  const error = cause instanceof S3Error ? cause : new S3Error('InternalError')
  return {
    Key: xmlText(object, 'Key') ?? '',
    VersionId: xmlText(object, 'VersionId'),
    Code: error.code,
    Message: error.message,
  }
}
