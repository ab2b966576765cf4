import * as z from 'zod/mini'
import { type OutgoingFile, ServiceFailure } from '../../ports/provider.ts'
import type { AnswerData } from './service-call.ts'

/** The file endpoint for all features. */
const PATH = '/s2s/v2.0/file'
/** Below the timeout of five minutes of the functions that upload. */
const TIMEOUT_MS = 240_000

const slots = z.object({
  files: z.array(
    z.object({
      file_id: z.string().check(z.minLength(1), z.maxLength(512)),
      requests: z.array(
        z.object({
          method: z.string(),
          url: z.url(),
          headers: z._default(z.record(z.string(), z.union([z.string(), z.number()])), {}),
        }),
      ),
    }),
  ),
})

export type UploadFileDeps = {
  post: (path: string, body: unknown) => Promise<AnswerData>
  fetch: typeof fetch
}

/** A slot of the file endpoint: the file's id, and the request that its bytes are sent with. */
export type Slot = { id: string; request: SlotRequest }

export type SlotRequest = { method: string; url: string; headers: Record<string, string> }

/** Asks the service for an upload slot. Throws `ServiceFailure`. */
export async function askForSlot(
  { name, contentType, size }: Omit<OutgoingFile, 'body'>,
  post: UploadFileDeps['post'],
): Promise<Slot> {
  const answer = await post(PATH, {
    files: [{ content_type: contentType, file_name: name, file_size: size }],
  })
  const parsed = z.safeParse(slots, answer)
  const slot = parsed.data?.files[0]
  const request = slot?.requests[0]
  if (!slot || !request) {
    throw new ServiceFailure('ServiceUnreachable', 'The service answered an upload without a slot.')
  }
  const { method, url, headers } = request
  return { id: slot.file_id, request: { method, url, headers: textsOf(headers) } }
}

/** Asks the service for an upload slot and streams the file to it. Returns the file id. Throws `ServiceFailure`. */
export async function uploadFile(
  file: OutgoingFile,
  { post, fetch }: UploadFileDeps,
): Promise<string> {
  const { id, request } = await askForSlot(file, post)
  const { ok, status } = await put(request, file, fetch)
  if (ok) return id
  throw new ServiceFailure('ServiceUnreachable', `The upload was answered with ${status}.`)
}

/** Sends the file to the slot's address with the slot's headers. */
async function put(
  { method, url, headers }: SlotRequest,
  { body, size }: Pick<OutgoingFile, 'body' | 'size'>,
  send: typeof fetch,
): Promise<Response> {
  try {
    return await send(url, {
      method,
      headers: { ...headers, 'content-length': String(size) },
      body,
      duplex: 'half',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    } as RequestInit)
  } catch (cause) {
    throw new ServiceFailure('ServiceUnreachable', 'The upload broke off.', { cause })
  }
}

function textsOf(headers: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), `${value}`]),
  )
}
