import { Fault } from '../../../catalog/failures/fault.ts'
import { LostAnswer } from '../../../engine/generate/lost-answer.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { FetchRefused } from '../../fetch/fetch-refused.ts'
import type { ServerTarget } from '../ask-server.ts'
import { MAX_MADE_BYTES, madePicture, madePictureFromBase64 } from '../made-picture.ts'

const DOWNLOAD_TIMEOUT_MS = 60_000

/**
 * The picture in an answer with status 200, in base64 or at a URL.
 * @throws Fault `content` where a finish reason says that a filter withheld it, LostAnswer where there is none
 */
export async function readAnswer(
  { data, finish_reasons: reasons }: Record<string, unknown>,
  target: ServerTarget,
): Promise<Picture> {
  const first: unknown = Array.isArray(data) ? data[0] : undefined
  const { b64_json, url, finish_reason } = (first ?? {}) as Record<string, unknown>
  const told = [finish_reason, ...(Array.isArray(reasons) ? reasons : [])]
  if (told.some((reason) => typeof reason === 'string' && isRefusal(reason))) {
    throw new Fault('content', 'The generator’s filter withheld the picture.')
  }
  if (typeof b64_json === 'string') return await madePictureFromBase64(b64_json)
  if (typeof url === 'string') return await madePicture(await download(url, target))
  throw new LostAnswer('The generator answered without a picture.')
}

function isRefusal(reason: string): boolean {
  return /filter|moderat|safety|nsfw|content_policy/i.test(reason)
}

/** A generator may answer with a URL, of itself or of a public store. The key is not sent there. */
async function download(
  url: string,
  { fetch, isPrivate, url: own, signal }: ServerTarget,
): Promise<Uint8Array> {
  const data = /^data:image\/\w+;base64,/.exec(url)
  if (data) return Buffer.from(url.slice(data[0].length), 'base64')
  try {
    const { status, bytes } = await fetch(url, {
      maxBytes: MAX_MADE_BYTES,
      timeoutMs: DOWNLOAD_TIMEOUT_MS,
      signal,
      ...(isPrivate && { allowPrivateOrigin: new URL(own).origin }),
    })
    if (status === 200) return bytes
  } catch (cause) {
    if (!(cause instanceof FetchRefused)) throw cause
    throw new LostAnswer('The picture the generator made could not be fetched.', { cause })
  }
  throw new LostAnswer('The picture the generator made could not be fetched.')
}
