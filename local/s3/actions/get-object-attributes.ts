import type { Answer, Call } from '../call.ts'
import { type Checksum, checksumElement } from '../checksum/algorithms.ts'
import { queryValue } from '../request-target.ts'
import { S3Error } from '../s3-error.ts'
import { findBucket } from '../store/find-bucket.ts'
import { findVersion } from '../store/find-version.ts'
import { shownVersionId } from '../store/put-version.ts'
import type { StoredHeaders, VersionRow } from '../store/records.ts'
import type { XmlValue } from '../xml/render-xml.ts'
import { xmlAnswer } from '../xml-answer.ts'

/** What may be asked for, and how it is answered (API Reference, GetObjectAttributes). */
const ATTRIBUTES: Readonly<Record<string, (version: VersionRow) => XmlValue>> = {
  ETag: ({ etag }) => etag,
  Checksum: ({ checksum }) => (checksum === null ? undefined : checksumOf(checksum)),
  ObjectParts: ({ etag }) => {
    const count = /-(\d+)$/.exec(etag)?.[1]
    return count && { PartsCount: count }
  },
  StorageClass: ({ headers }) =>
    (JSON.parse(headers) as StoredHeaders)['x-amz-storage-class'] ?? 'STANDARD',
  ObjectSize: ({ size }) => size,
}

/**
 * The attributes of an object that `x-amz-object-attributes` lists (GetObjectAttributes). Parts are counted and not
 * listed: their own checksums are not kept.
 */
export function getObjectAttributes(call: Call): Answer {
  const { index } = call.store
  const asked = (call.fields['x-amz-object-attributes'] ?? '').split(',').map((one) => one.trim())
  if (!asked.every((name) => Object.hasOwn(ATTRIBUTES, name))) {
    throw new S3Error('InvalidArgument', {
      message: `x-amz-object-attributes must list some of ${Object.keys(ATTRIBUTES).join(', ')}`,
      fields: { ArgumentName: 'x-amz-object-attributes' },
    })
  }
  const bucket = findBucket(index, call.bucket)
  const version = findVersion(index, call.bucket, call.key, queryValue(call.query, 'versionId'))
  const given = Object.entries(ATTRIBUTES).filter(([name]) => asked.includes(name))
  return xmlAnswer(
    'GetObjectAttributesResponse',
    Object.fromEntries(given.map(([name, read]) => [name, read(version)])),
    {
      'last-modified': new Date(version.modified).toUTCString(),
      'x-amz-version-id': shownVersionId(bucket, version.id),
    },
  )
}

function checksumOf(stored: string): XmlValue {
  const { algorithm, value, type } = JSON.parse(stored) as Checksum
  return { [checksumElement(algorithm)]: value, ChecksumType: type }
}
