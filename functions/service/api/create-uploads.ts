import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { describeIssue } from '../../../catalog/describe-issue.ts'
import { Failure } from '../../../catalog/failure.ts'
import type { UrlSigner } from '../files/file-store.ts'
import { type SlotStore, uploadKey } from '../files/upload-slot.ts'
import { expiryOf } from '../tasks/task.ts'

export type CreateUploadsDeps = { slots: SlotStore; signer: UrlSigner; now: () => number }

const URL_SECONDS = 3600
const MAX_BYTES = { image: 10_000_000, video: 100_000_000 }

const kind = z.enum(['image/jpg', 'image/jpeg', 'image/png', 'video/mp4', 'video/quicktime'])
const size = z.int().check(z.gte(1), z.lte(MAX_BYTES.video))
const name = z.string().check(z.minLength(1), z.maxLength(255))
const file = z.object({ content_type: kind, file_name: name, file_size: size })
const uploads = z.object({ files: z.array(file).check(z.minLength(1), z.maxLength(20)) })

type UploadFile = z.output<typeof file>

/** What a client gets for each file: the slot's id and the one request that fills it. */
export type Upload = {
  content_type: string
  file_name: string
  file_id: string
  requests: { method: 'PUT'; url: string; headers: Record<string, string> }[]
}

/**
 * Makes an upload slot for each file of the body, in its order. The signed URLs take exactly the type and length
 * that were announced, for an hour. Throws `InvalidParameters` with the first broken rule.
 */
export const createUploads = async (
  account: string,
  body: Record<string, unknown>,
  deps: CreateUploadsDeps,
): Promise<{ files: Upload[] }> => {
  const parsed = z.safeParse(uploads, body)
  if (!parsed.success) throw invalid(parsed.error, body)
  parsed.data.files.forEach(checkSize)
  return { files: await Promise.all(parsed.data.files.map((each) => slotOf(account, each, deps))) }
}

const checkSize = ({ content_type, file_size }: UploadFile, at: number): void => {
  const most = content_type.startsWith('image/') ? MAX_BYTES.image : MAX_BYTES.video
  if (file_size <= most) return
  throw new Failure('InvalidParameters', `files[${at}].file_size is above the allowed maximum.`)
}

const slotOf = async (
  account: string,
  { content_type: contentType, file_name, file_size: size }: UploadFile,
  { slots, signer, now }: CreateUploadsDeps,
): Promise<Upload> => {
  const id = randomBytes(32).toString('base64url')
  await slots.put({ id, account, contentType, size, expiresAt: expiryOf(now()) })
  const url = await signer.upload(uploadKey(id), { contentType, size }, URL_SECONDS)
  const headers = { 'Content-Type': contentType, 'Content-Length': String(size) }
  return {
    content_type: contentType,
    file_name,
    file_id: id,
    requests: [{ method: 'PUT', url, headers }],
  }
}

const invalid = (error: z.core.$ZodError, body: unknown): Failure => {
  const [issue] = error.issues
  return new Failure('InvalidParameters', issue && describeIssue(issue, body))
}
