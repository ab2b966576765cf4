import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { Failure } from '../../../../catalog/failures/failure.ts'
import { parseFields } from '../../../../catalog/json/parse-fields.ts'
import { expiryOf } from '../model/task.ts'
import { uploadKey } from '../model/upload-slot.ts'
import type { UploadSlotStore, UrlSigner } from '../ports/file-store.ts'
import type { UploadQuota } from '../ports/upload-quota.ts'
import { RateLimited } from '../rate/rate-limited.ts'

export type CreateUploadsDeps = {
  slots: UploadSlotStore
  signer: UrlSigner
  uploadQuota: UploadQuota
  /** The bytes of slots that an account may ask for in a day (UTC). */
  uploadBytesPerDay: number
  /** Epoch milliseconds. */
  now: () => number
}

const URL_SECONDS = 3600
const MAX_BYTES = { image: 10_000_000, video: 100_000_000 }

const contentTypeSchema = z.enum([
  'image/jpg',
  'image/jpeg',
  'image/png',
  'video/mp4',
  'video/quicktime',
])
const fileSizeSchema = z.int().check(z.gte(1), z.lte(MAX_BYTES.video))
const fileNameSchema = z.string().check(z.minLength(1), z.maxLength(255))
const uploadFileSchema = z.object({
  content_type: contentTypeSchema,
  file_name: fileNameSchema,
  file_size: fileSizeSchema,
})
const uploadRequestSchema = z.object({
  method: z.literal('PUT'),
  url: z.url(),
  headers: z.record(z.string(), z.string()),
})

/** The schemas of the request body and of the `data` of the response. */
export const UPLOADS_SCHEMA = {
  request: z.object({ files: z.array(uploadFileSchema).check(z.minLength(1), z.maxLength(20)) }),
  response: z.object({
    files: z.array(
      z.object({
        content_type: contentTypeSchema,
        file_name: fileNameSchema,
        file_id: z.string(),
        requests: z.array(uploadRequestSchema),
      }),
    ),
  }),
}

type UploadFile = z.output<typeof uploadFileSchema>

/** What a client gets for each file: the id of the slot, and the request that uploads the file. */
export type Upload = z.output<typeof UPLOADS_SCHEMA.response>['files'][number]

/**
 * Creates an upload slot for each file of the body, in the same order. For an hour, each signed URL accepts exactly the
 * announced type and length. Throws `InvalidParameters` naming the first rule that is broken, and `RateLimited` where
 * the account has asked for too many bytes today.
 */
export async function createUploads(
  account: string,
  body: Record<string, unknown>,
  deps: CreateUploadsDeps,
): Promise<{ files: Upload[] }> {
  const { files } = parseFields(UPLOADS_SCHEMA.request, body)
  files.forEach(requireSize)
  await takeBytes(account, files, deps)
  return { files: await Promise.all(files.map((each) => createSlot(account, each, deps))) }
}

function requireSize({ content_type, file_size }: UploadFile, index: number): void {
  const most = content_type.startsWith('image/') ? MAX_BYTES.image : MAX_BYTES.video
  if (file_size <= most) return
  throw new Failure('InvalidParameters', `files[${index}].file_size is above the allowed maximum.`)
}

/** Counts the bytes as they are asked for: the store is paid for what a URL may still take, whether or not it does. */
async function takeBytes(
  account: string,
  files: readonly UploadFile[],
  { uploadQuota, uploadBytesPerDay: most, now }: CreateUploadsDeps,
): Promise<void> {
  const bytes = files.reduce((sum, { file_size }) => sum + file_size, 0)
  const at = now()
  const day = new Date(at).toISOString().slice(0, 10)
  if (await uploadQuota.take(account, day, bytes, most)) return
  const seconds = (Date.parse(day) + DAY_MS - at) / 1000
  throw new RateLimited(
    seconds,
    `The upload slots of this account hold ${most} bytes a day at most.`,
  )
}

const DAY_MS = 86_400_000

async function createSlot(
  account: string,
  { content_type: contentType, file_name, file_size: size }: UploadFile,
  { slots, signer, now }: CreateUploadsDeps,
): Promise<Upload> {
  const id = randomBytes(32).toString('base64url')
  await slots.put({ id, account, contentType, size, expiresAt: expiryOf(now()) })
  const signed = { 'content-type': contentType, 'content-length': String(size) }
  const url = await signer.upload(uploadKey(id), signed, URL_SECONDS)
  const headers = { 'Content-Type': contentType, 'Content-Length': String(size) }
  return {
    content_type: contentType,
    file_name,
    file_id: id,
    requests: [{ method: 'PUT', url, headers }],
  }
}
