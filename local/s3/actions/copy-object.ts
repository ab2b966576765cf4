import type { Answer, Call } from '../call.ts'
import {
  CHECKSUMS,
  type Checksum,
  type ChecksumAlgorithm,
  checksumElement,
} from '../checksum/algorithms.ts'
import { copyBody } from '../payload/copy-body.ts'
import { S3Error } from '../s3-error.ts'
import { findBucket } from '../store/find-bucket.ts'
import { shownVersionId } from '../store/put-version.ts'
import { keyText, type StoredHeaders, type Tags, type VersionRow } from '../store/records.ts'
import { xmlAnswer } from '../xml-answer.ts'
import { ENCRYPTION, isoTime, quoted } from './answer-values.ts'
import { commitObject } from './commit-object.ts'
import { copySource } from './copy-source.ts'
import { storedHeaders } from './stored-headers.ts'
import { headerTags } from './tag-set.ts'
import { writeCondition } from './write-condition.ts'

/**
 * Copies an object with its own headers and tags or with new ones (CopyObject). The copy's ETag is its MD5, even when
 * the source was uploaded in parts.
 */
export async function copyObject(call: Call): Promise<Answer> {
  const { index } = call.store
  findBucket(index, call.bucket)
  const source = copySource(call)
  const sourceVersion = shownVersionId(findBucket(index, source.bucket), source.id)
  const traits = {
    headers: copiedHeaders(call, source),
    tags: copiedTags(call, source),
    condition: writeCondition(call),
    reason: 'CopyObject' as const,
  }
  const range = { start: 0, end: source.size - 1 }
  const copied = await copyBody(call.store, source, range, copyAlgorithm(call, source))
  const { checksum, modified, versionId } = await commitObject(call, copied, traits)
  const document = {
    LastModified: isoTime(modified),
    ETag: quoted(copied.md5),
    ...(checksum && { [checksumElement(checksum.algorithm)]: checksum.value }),
  }
  return xmlAnswer('CopyObjectResult', document, {
    'x-amz-version-id': versionId,
    'x-amz-copy-source-version-id': sourceVersion,
    ...ENCRYPTION,
  })
}

/** What a copy never has from its source (API Reference, CopyObject). */
const OF_ITS_OWN = [
  'x-amz-storage-class',
  'x-amz-website-redirect-location',
  'x-amz-archive-status',
  'x-amz-restore',
]

function copiedHeaders(call: Call, source: VersionRow): StoredHeaders {
  const replaces = directive(call, 'x-amz-metadata-directive') === 'REPLACE'
  const given = storedHeaders(call)
  const itself =
    call.bucket === source.bucket && call.key === keyText(source.key) && source.latest === 1
  const changes = OF_ITS_OWN.some((name) => call.fields[name] !== undefined)
  if (itself && !replaces && !changes) {
    throw new S3Error('InvalidRequest', {
      message:
        'This copy request is illegal because it is trying to copy an object to itself ' +
        "without changing the object's metadata, storage class or website redirect location.",
    })
  }
  if (replaces) return given
  const copied = Object.entries(JSON.parse(source.headers) as StoredHeaders)
  const own = Object.entries(given)
  return Object.fromEntries([
    ...copied.filter(([name]) => !OF_ITS_OWN.includes(name)),
    ...own.filter(([name]) => OF_ITS_OWN.includes(name)),
  ])
}

function copiedTags(call: Call, source: VersionRow): Tags {
  return directive(call, 'x-amz-tagging-directive') === 'REPLACE'
    ? headerTags(call.fields['x-amz-tagging'])
    : (JSON.parse(source.tags) as Tags)
}

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
