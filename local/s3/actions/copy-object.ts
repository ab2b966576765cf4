import type { Answer, Call } from '../call.ts'
import {
  CHECKSUMS,
  type Checksum,
  type ChecksumAlgorithm,
  checksumElement,
} from '../checksum/algorithms.ts'
import { copyBody } from '../payload/copy-body.ts'
import { S3Error } from '../s3-error.ts'
import { commitOrDiscard } from '../store/commit-or-discard.ts'
import { findBucket } from '../store/find-bucket.ts'
import { putVersion, shownVersionId } from '../store/put-version.ts'
import { keyText, type StoredHeaders, type Tags, type VersionRow } from '../store/records.ts'
import { xmlAnswer } from '../xml-answer.ts'
import { copySource } from './copy-source.ts'
import { isoTime } from './iso-time.ts'
import { storedHeaders } from './stored-headers.ts'
import { headerTags } from './tag-set.ts'
import { writeCondition } from './write-condition.ts'
import { ENCRYPTION, quoted } from './write-headers.ts'

export async function copyObject(call: Call): Promise<Answer> {
  const { store, bucket, key } = call
  findBucket(store.index, bucket)
  const source = copySource(call)
  const headers = copiedHeaders(call, source)
  const tags = copiedTags(call, source)
  const condition = writeCondition(call)
  const range = { start: 0, end: source.size - 1 }
  const copied = await copyBody(store, source, range, copyAlgorithm(call, source))
  const checksum = copied.checksum && { ...copied.checksum, type: 'FULL_OBJECT' as const }
  const written = await commitOrDiscard(store.bodies, copied.segments, () =>
    putVersion(store, {
      bucket,
      key,
      size: copied.size,
      etag: copied.md5,
      segments: copied.segments,
      headers,
      tags,
      checksum,
      condition,
      cause: { reason: 'CopyObject', requestId: call.requestId, sourceIp: call.sourceIp },
    }),
  )
  return xmlAnswer(
    'CopyObjectResult',
    {
      LastModified: isoTime(written.modified),
      ETag: quoted(copied.md5),
      ...(checksum && { [checksumElement(checksum.algorithm)]: checksum.value }),
    },
    {
      'x-amz-version-id': written.versionId,
      'x-amz-copy-source-version-id': shownVersionId(
        findBucket(store.index, source.bucket),
        source.id,
      ),
      ...ENCRYPTION,
    },
  )
}

function copiedHeaders(call: Call, source: VersionRow): StoredHeaders {
  const replaces = directive(call, 'x-amz-metadata-directive') === 'REPLACE'
  const given = storedHeaders(call)
  const itself =
    call.bucket === source.bucket && call.key === keyText(source.key) && source.latest === 1
  if (itself && !replaces) {
    throw new S3Error('InvalidRequest', {
      message:
        "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata.",
    })
  }
  return replaces ? given : (JSON.parse(source.headers) as StoredHeaders)
}

const copiedTags = (call: Call, source: VersionRow): Tags =>
  directive(call, 'x-amz-tagging-directive') === 'REPLACE'
    ? headerTags(call.fields['x-amz-tagging'])
    : (JSON.parse(source.tags) as Tags)

function directive({ fields }: Call, name: string): 'COPY' | 'REPLACE' {
  const value = fields[name] ?? 'COPY'
  if (value !== 'COPY' && value !== 'REPLACE') {
    throw new S3Error('InvalidArgument', {
      message: `Unknown ${name}.`,
      fields: { ArgumentName: name, ArgumentValue: value },
    })
  }
  return value
}

function copyAlgorithm({ fields }: Call, source: VersionRow): ChecksumAlgorithm | undefined {
  const asked = fields['x-amz-checksum-algorithm']?.toUpperCase()
  if (asked === undefined) {
    return source.checksum === null
      ? undefined
      : (JSON.parse(source.checksum) as Checksum).algorithm
  }
  if (!Object.hasOwn(CHECKSUMS, asked)) {
    throw new S3Error('InvalidRequest', { message: 'Checksum algorithm provided is unsupported.' })
  }
  return asked as ChecksumAlgorithm
}
