import type { Answer, Call } from '../call.ts'
import { checksumElement } from '../checksum/algorithms.ts'
import { copyBody } from '../payload/copy-body.ts'
import { queryValue } from '../request-target.ts'
import { S3Error } from '../s3-error.ts'
import { commitOrDiscard } from '../store/commit-or-discard.ts'
import { findUpload } from '../store/find-upload.ts'
import { putPart } from '../store/put-part.ts'
import { xmlAnswer } from '../xml-answer.ts'
import { ENCRYPTION, isoTime, quoted } from './answer-values.ts'
import { copySource } from './copy-source.ts'
import { readPartNumber } from './part-number.ts'

/** Copies a part from an existing object, whole or a range of it (UploadPartCopy). */
export async function uploadPartCopy(call: Call): Promise<Answer> {
  const { store, bucket, key } = call
  const number = readPartNumber(call.query)
  const upload = findUpload(store.index, bucket, key, queryValue(call.query, 'uploadId') ?? '')
  const source = copySource(call)
  const range = sourceRange(call.fields['x-amz-copy-source-range'], source.size)
  const copied = await copyBody(store, source, range, upload.algorithm ?? undefined)
  const modified = await commitOrDiscard(store, copied.segments, () =>
    putPart(store, { bucket, key, upload: upload.id, number }, copied),
  )
  const { checksum } = copied
  const document = {
    LastModified: isoTime(modified),
    ETag: quoted(copied.md5),
    ...(checksum && { [checksumElement(checksum.algorithm)]: checksum.value }),
  }
  return xmlAnswer('CopyPartResult', document, ENCRYPTION)
}

// Unlike the range of a read, this one needs both ends and must not exceed the object.
function sourceRange(header: string | undefined, size: number): { start: number; end: number } {
  if (header === undefined) {
    return { start: 0, end: size - 1 }
  }
  const match = /^bytes=(\d+)-(\d+)$/.exec(header)
  const start = Number(match?.[1])
  const end = Number(match?.[2])
  if (match === null || start > end || end >= size) {
    throw new S3Error('InvalidArgument', {
      message: 'The x-amz-copy-source-range value must be of the form bytes=first-last',
      fields: { ArgumentName: 'x-amz-copy-source-range', ArgumentValue: header },
    })
  }
  return { start, end }
}
