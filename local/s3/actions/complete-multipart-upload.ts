import { createHash } from 'node:crypto'
import { uriEncodePath } from '../../signature/uri-encode.ts'
import type { Answer, Call } from '../call.ts'
import {
  CHECKSUM_ALGORITHMS,
  type Checksum,
  checksumElement,
  checksumHeader,
} from '../checksum/algorithms.ts'
import { multipartChecksum } from '../checksum/multipart-checksum.ts'
import { requireAlgorithm } from '../checksum/require-algorithm.ts'
import { requireDocument } from '../payload/read-document.ts'
import { queryValue } from '../request-target.ts'
import { S3Error } from '../s3-error.ts'
import { type Completion, findCompletion, recordCompletion } from '../store/completion.ts'
import { findBucket } from '../store/find-bucket.ts'
import { findUpload, removeUpload, uploadParts } from '../store/find-upload.ts'
import { putVersion } from '../store/put-version.ts'
import type { PartRow, UploadRow } from '../store/records.ts'
import { xmlAnswer } from '../xml-answer.ts'
import { ENCRYPTION, quoted } from './answer-values.ts'
import { chooseParts, partList } from './choose-parts.ts'
import { writeCondition } from './write-condition.ts'

/**
 * Makes an object of an upload's parts (CompleteMultipartUpload). No byte is copied: the parts' bodies become its
 * segments.
 */
export async function completeMultipartUpload(call: Call): Promise<Answer> {
  const { index } = call.store
  const id = queryValue(call.query, 'uploadId') ?? ''
  const condition = writeCondition(call)
  findBucket(index, call.bucket)
  const document = await documentOf(call)
  const place = { upload: id, bucket: call.bucket, key: call.key }
  const earlier = findCompletion(index, place)
  if (earlier?.parts === partList(document)) {
    // The reply was lost. What the request that succeeded wrote must be on disk before this one is answered.
    await index.flush()
    return completed(call, earlier)
  }
  const upload = findUpload(index, call.bucket, call.key, id)
  const parts = chooseParts(document, upload, uploadParts(index, id))
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  const checksum = wholeChecksum(call, upload, parts)
  checkSize(call.fields['x-amz-mp-object-size'], size)
  const etag = multipartEtag(parts)
  const segments = parts.flatMap(({ body, size }) => (body === null ? [] : { body, size }))
  const used = new Set(segments.map((segment) => segment.body))
  const { versionId } = await putVersion(
    call.store,
    {
      bucket: call.bucket,
      key: call.key,
      size,
      etag,
      headers: JSON.parse(upload.headers),
      tags: JSON.parse(upload.tags),
      checksum,
      segments,
      condition,
      cause: {
        reason: 'CompleteMultipartUpload',
        requestId: call.requestId,
        sourceIp: call.sourceIp,
      },
    },
    (versionId) => {
      const completion = { parts: partList(document), etag, checksum, versionId }
      recordCompletion(index, place, completion, call.store.clock())
      return removeUpload(index, id).filter((body) => !used.has(body))
    },
  )
  return completed(call, { etag, checksum, versionId })
}

// The checksum header of this request is that of the object, not of the document.
function documentOf(call: Call) {
  return requireDocument(
    {
      ...call,
      fields: Object.fromEntries(
        Object.entries(call.fields).filter(([name]) => !name.startsWith('x-amz-checksum-')),
      ),
    },
    'CompleteMultipartUpload',
  )
}

function wholeChecksum(call: Call, upload: UploadRow, parts: PartRow[]): Checksum | undefined {
  const { algorithm, checksum_type: type } = upload
  const given = CHECKSUM_ALGORITHMS.find((name) => call.fields[checksumHeader(name)] !== undefined)
  requireAlgorithm(algorithm, given)
  if (algorithm === null || type === null) {
    return undefined
  }
  if ((call.fields['x-amz-checksum-type']?.toUpperCase() ?? type) !== type) {
    throw new S3Error('BadDigest', {
      message: `The upload was started for a checksum of the type ${type}.`,
    })
  }
  const checksum = multipartChecksum(algorithm, type, parts)
  const announced = call.fields[checksumHeader(algorithm)]
  if (announced !== undefined && announced !== checksum?.value) {
    throw new S3Error('BadDigest', {
      message: `The ${algorithm} you specified did not match the calculated checksum.`,
    })
  }
  return checksum
}

function checkSize(announced: string | undefined, size: number): void {
  if (announced !== undefined && announced !== String(size)) {
    throw new S3Error('InvalidRequest', {
      message: 'The provided x-amz-mp-object-size does not match the size of the object.',
    })
  }
}

// "MD5 of the parts' MD5s - number of parts", the form that S3 gives to objects uploaded in parts.
function multipartEtag(parts: readonly PartRow[]): string {
  const hash = createHash('md5')
  for (const part of parts) {
    hash.update(part.etag, 'hex')
  }
  return `${hash.digest('hex')}-${parts.length}`
}

function completed(
  call: Call,
  { etag, checksum, versionId }: Pick<Completion, 'etag' | 'checksum' | 'versionId'>,
): Answer {
  const document = {
    Location: `http://${call.headers.host}/${call.bucket}/${uriEncodePath(call.key)}`,
    Bucket: call.bucket,
    Key: call.key,
    ETag: quoted(etag),
    ...(checksum && {
      [checksumElement(checksum.algorithm)]: checksum.value,
      ChecksumType: checksum.type,
    }),
  }
  return xmlAnswer('CompleteMultipartUploadResult', document, {
    'x-amz-version-id': versionId,
    ...ENCRYPTION,
  })
}
