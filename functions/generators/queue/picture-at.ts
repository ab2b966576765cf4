import { Fault } from '../../../catalog/failures/fault.ts'
import { LostAnswer } from '../../../engine/generate/lost-answer.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { FetchRefused } from '../../fetch/fetch-refused.ts'
import type { ServerTarget } from '../ask-server.ts'
import { MAX_MADE_BYTES, madePicture, madePictureFromBase64 } from '../made-picture.ts'

const DOWNLOAD_TIMEOUT_MS = 60_000

/** Where a picture may be fetched. */
export type PictureSource = {
  target: Omit<ServerTarget, 'url'>
  /** These hosts, each with all below it. */
  hosts: readonly string[]
  /** The server’s own base URL, where pictures may lie there, too. */
  own: string | undefined
}

/**
 * The picture that an answer names, at once: hosts of answers keep files for an hour, or for days. The key is not sent
 * there.
 * @param path names and places on the way to the URL; empty where the output is the URL, or a list of them
 * @throws Fault `content` where a filter blackened the picture, LostAnswer where there is none
 */
export async function pictureAt(
  output: unknown,
  path: string,
  source: PictureSource,
): Promise<Picture> {
  if (isWithheld(output)) {
    throw new Fault('content', 'The generator’s filter withheld the picture.')
  }
  const found = path === '' ? firstOf(output) : at(output, path.split('.'))
  if (typeof found !== 'string') throw new LostAnswer('The generator answered without a picture.')
  const data = /^data:image\/[\w.+-]+;base64,/.exec(found)
  if (data) return await madePictureFromBase64(found.slice(data[0].length))
  return await madePicture(await download(found, source))
}

/** fal lists for each picture whether its filter found something, and blackens the picture. */
function isWithheld(output: unknown): boolean {
  const flags = at(output, ['has_nsfw_concepts'])
  return Array.isArray(flags) ? flags[0] === true : flags === true
}

function firstOf(output: unknown): unknown {
  return Array.isArray(output) ? output[0] : output
}

function at(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return at((value as Record<string, unknown>)[name], rest)
}

async function download(
  text: string,
  { target: { fetch, isPrivate, signal }, hosts, own }: PictureSource,
): Promise<Uint8Array> {
  const url = URL.parse(text, own)
  const isOwn = own !== undefined && url?.origin === new URL(own).origin
  const isListed = hosts.some(
    (host) => url?.hostname === host || url?.hostname.endsWith(`.${host}`),
  )
  if (!url || !(isOwn || isListed)) {
    throw new LostAnswer('The generator’s picture lies at a host that is not listed.')
  }
  try {
    const { status, bytes } = await fetch(url.href, {
      maxBytes: MAX_MADE_BYTES,
      timeoutMs: DOWNLOAD_TIMEOUT_MS,
      signal,
      ...(isOwn && isPrivate && { allowPrivateOrigin: url.origin }),
    })
    if (status === 200) return bytes
  } catch (cause) {
    if (!(cause instanceof FetchRefused)) throw cause
    throw new LostAnswer('The picture the generator made could not be fetched.', { cause })
  }
  throw new LostAnswer('The picture the generator made could not be fetched.')
}
