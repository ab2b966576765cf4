import { randomBytes } from 'node:crypto'
import type { Answer, Call } from '../call.ts'
import { CHECKSUMS, type ChecksumAlgorithm, type ChecksumType } from '../checksum/algorithms.ts'
import { S3Error } from '../s3-error.ts'
import { findBucket } from '../store/find-bucket.ts'
import { keyBytes } from '../store/records.ts'
import { xmlAnswer } from '../xml-answer.ts'
import { ENCRYPTION } from './answer-values.ts'
import { storedHeaders } from './stored-headers.ts'
import { headerTags } from './tag-set.ts'

/** Starts a multipart upload, which fixes its headers, tags and kind of checksum (CreateMultipartUpload). */
export function createMultipartUpload(call: Call): Answer {
  const { index, clock } = call.store
  findBucket(index, call.bucket)
  const headers = storedHeaders(call)
  const tags = headerTags(call.fields['x-amz-tagging'])
  const checksum = uploadChecksum(call.fields)
  const id = randomBytes(32).toString('base64url')
  index.run(
    'INSERT INTO upload VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    id,
    call.bucket,
    keyBytes(call.key),
    clock(),
    JSON.stringify(headers),
    JSON.stringify(tags),
    checksum?.algorithm ?? null,
    checksum?.type ?? null,
  )
  return xmlAnswer(
    'InitiateMultipartUploadResult',
    { Bucket: call.bucket, Key: call.key, UploadId: id },
    {
      ...ENCRYPTION,
      'x-amz-checksum-algorithm': checksum?.algorithm,
      'x-amz-checksum-type': checksum?.type,
    },
  )
}

function uploadChecksum(
  fields: Call['fields'],
): { algorithm: ChecksumAlgorithm; type: ChecksumType } | undefined {
  const name = fields['x-amz-checksum-algorithm']?.toUpperCase()
  if (name === undefined) {
    return undefined
  }
  if (!Object.hasOwn(CHECKSUMS, name)) {
    throw new S3Error('InvalidRequest', {
      message: 'Checksum algorithm provided is unsupported.',
    })
  }
  const algorithm = name as ChecksumAlgorithm
  const allowed: readonly ChecksumType[] = CHECKSUMS[algorithm].multipart
  const type = fields['x-amz-checksum-type']?.toUpperCase() ?? allowed[0]
  const known = allowed.find((candidate) => candidate === type)
  if (known === undefined) {
    throw new S3Error('InvalidRequest', {
      message: `The ${type} checksum type cannot be used with the ${name} checksum algorithm.`,
    })
  }
  return { algorithm, type: known }
}
