import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  HeadObjectCommand,
  ListPartsCommand,
  type Part,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { UploadStateAnswer } from '../../../catalog/console/drops.ts'
import { partBytes, partCount } from '../../../catalog/console/upload-limits.ts'
import { Failure } from '../../../catalog/failures/failure.ts'
import { MODIFIED_METADATA } from '../drops/plan-files.ts'
import type { UploadDeps } from './begin-uploads.ts'
import { dropKey, type Upload } from './upload-id.ts'

/** Addresses of one answer: enough for a minute on a fast line, and all of them within their time on a slow one. */
const NEXT = 40

/** What is there of an upload, and where the next parts behind `after` go that are not. */
export async function uploadState(
  upload: Upload,
  after: number,
  { s3, bucket, presignPart }: PartDeps,
): Promise<UploadStateAnswer> {
  const parts = await partsOf(upload, { s3, bucket })
  const right = parts.filter(({ PartNumber = 0, Size }) => Size === sizeOfPart(upload, PartNumber))
  const known = new Set(right.map(({ PartNumber }) => PartNumber))
  const numbers: number[] = []
  for (let number = after + 1; number <= partCount(upload.size); number++) {
    if (numbers.length === NEXT) break
    if (!known.has(number)) numbers.push(number)
  }
  const object = { Bucket: bucket, Key: dropKey(upload), UploadId: upload.uploadId }
  const next = await Promise.all(
    numbers.map(async (number) => ({
      number,
      url: await presignPart(new UploadPartCommand({ ...object, PartNumber: number })),
    })),
  )
  return {
    there: right.map(({ PartNumber = 0, Size = 0 }) => ({ number: PartNumber, bytes: Size })),
    next,
  }
}

export type PartDeps = Omit<UploadDeps, 'presign'> & {
  presignPart: (command: UploadPartCommand) => Promise<string>
}

/** Bytes that a part must have: all but the last are of one size. */
function sizeOfPart({ size }: Upload, number: number): number {
  const each = partBytes(size)
  return number === partCount(size) ? size - (number - 1) * each : each
}

/**
 * Puts the parts of an upload together. Asked again after it was done, it does nothing.
 * @throws Failure StateConflict where parts are missing, Gone where the upload is not kept any more
 */
export async function completeUpload(
  upload: Upload,
  { s3, bucket }: Pick<UploadDeps, 's3' | 'bucket'>,
): Promise<void> {
  const key = dropKey(upload)
  const parts = await partsOf(upload, { s3, bucket }).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'Gone') return undefined
    throw error
  })
  if (!parts) return await requireDone(upload, { s3, bucket })
  const count = partCount(upload.size)
  const wrong = Array.from({ length: count }, (_, at) => at + 1).filter(
    (number) =>
      parts.find(({ PartNumber }) => PartNumber === number)?.Size !== sizeOfPart(upload, number),
  )
  if (wrong.length > 0) {
    throw new Failure(
      'StateConflict',
      `Of ${count} parts ${wrong.length} are not there, the first one number ${wrong[0]}.`,
    )
  }
  await s3.send(
    new CompleteMultipartUploadCommand({
      Bucket: bucket,
      Key: key,
      UploadId: upload.uploadId,
      MultipartUpload: {
        Parts: parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag })),
      },
    }),
  )
}

/** Ends an upload and forgets its parts; one that is not there is ended. */
export async function abortUpload(
  upload: Upload,
  { s3, bucket }: Pick<UploadDeps, 's3' | 'bucket'>,
): Promise<void> {
  const Key = dropKey(upload)
  try {
    await s3.send(
      new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId: upload.uploadId }),
    )
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

async function partsOf(
  upload: Upload,
  { s3, bucket }: { s3: S3Client; bucket: string },
): Promise<Part[]> {
  const parts: Part[] = []
  let PartNumberMarker: string | undefined
  do {
    const page = await s3
      .send(
        new ListPartsCommand({
          Bucket: bucket,
          Key: dropKey(upload),
          UploadId: upload.uploadId,
          ...(PartNumberMarker && { PartNumberMarker }),
        }),
      )
      .catch((error: unknown) => {
        if (!isGone(error)) throw error
        throw new Failure('Gone', 'The upload was ended, or is not kept any more.', {
          cause: error,
        })
      })
    parts.push(...(page.Parts ?? []))
    PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined
  } while (PartNumberMarker)
  return parts
}

/** @throws Failure Gone where the file does not lie there either */
async function requireDone(
  upload: Upload,
  { s3, bucket }: { s3: S3Client; bucket: string },
): Promise<void> {
  const asked = { Bucket: bucket, Key: dropKey(upload) }
  const found = await s3.send(new HeadObjectCommand(asked)).catch((error: unknown) => {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return
    throw error
  })
  const same = found?.Metadata?.[MODIFIED_METADATA] === String(upload.modified)
  if (found?.ContentLength === upload.size && same) return
  throw new Failure('Gone', 'The upload was ended, or is not kept any more.')
}

function isGone(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'NoSuchUpload'
}
