import type { Answer, Call } from '../call.ts'
import { checksumElement } from '../checksum/algorithms.ts'
import { queryValue } from '../request-target.ts'
import { findUpload } from '../store/find-upload.ts'
import type { PartRow } from '../store/records.ts'
import { xmlAnswer } from '../xml-answer.ts'
import { isoTime, OWNER, quoted } from './answer-values.ts'
import { pageSize } from './listing.ts'

/** Lists the parts that an upload has so far (ListParts). */
export function listParts(call: Call): Answer {
  const { store, bucket, key, query } = call
  const upload = findUpload(store.index, bucket, key, queryValue(query, 'uploadId') ?? '')
  const limit = pageSize(query, 'max-parts')
  const marker = Number(queryValue(query, 'part-number-marker') ?? 0) || 0
  const found = store.index.all<PartRow>(
    'SELECT * FROM part WHERE upload = ? AND number > ? ORDER BY number LIMIT ?',
    upload.id,
    marker,
    limit + 1,
  )
  const parts = found.slice(0, limit)
  const truncated = limit > 0 && found.length > limit
  return xmlAnswer('ListPartsResult', {
    Bucket: bucket,
    Key: key,
    UploadId: upload.id,
    Initiator: OWNER,
    Owner: OWNER,
    StorageClass: 'STANDARD',
    ChecksumAlgorithm: upload.algorithm ?? undefined,
    ChecksumType: upload.checksum_type ?? undefined,
    PartNumberMarker: marker,
    NextPartNumberMarker: truncated ? parts.at(-1)?.number : undefined,
    MaxParts: limit,
    IsTruncated: truncated,
    Part: parts.map((part) => ({
      PartNumber: part.number,
      LastModified: isoTime(part.modified),
      ETag: quoted(part.etag),
      Size: part.size,
      ...(upload.algorithm &&
        part.checksum && { [checksumElement(upload.algorithm)]: part.checksum }),
    })),
  })
}
