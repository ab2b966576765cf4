import { createWriteStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { SignedFiles } from '../../ports/signed-files.ts'

/** How often a request is made at most, and the milliseconds before it is made again, as the S3 client has it. */
const ATTEMPTS = 3
const PAUSE = 200

/** Files in S3 behind presigned URLs. */
export function signedFiles(send: typeof fetch = fetch): SignedFiles {
  const read = async <Found>(
    url: string,
    maxBytes: number,
    signal: AbortSignal | undefined,
    take: (body: Response) => Promise<Found>,
  ): Promise<Found | 'absent' | 'too large'> =>
    await tryAgain(signal, async () => {
      const response = await send(url, signal ? { signal } : {})
      const isShort = Number(response.headers.get('content-length') ?? 0) <= maxBytes
      if (response.ok && isShort) return await take(response)
      // Closes the connection, which would otherwise be kept until the unread bytes were transferred.
      await response.body?.cancel()
      if (response.ok) return 'too large'
      if (response.status === 404) return 'absent'
      throw new Refused('read', response.status)
    })
  return {
    has: async (url) =>
      await tryAgain(undefined, async () => {
        const { ok, status } = await send(url, { method: 'HEAD' })
        if (ok || status === 404) return ok
        throw new Refused('looked for', status)
      }),

    get: async (url, maxBytes, signal) =>
      await read(url, maxBytes, signal, async (response) => await response.bytes()),

    download: async (url, path, maxBytes, signal) =>
      await read(url, maxBytes, signal, async ({ body }) => {
        const bytes = body ? Readable.fromWeb(body) : Readable.from([])
        await pipeline(bytes, createWriteStream(path), signal ? { signal } : {})
        return 'written' as const
      }),

    put: async ({ url, headers }, file) =>
      await tryAgain(undefined, async () => {
        const body =
          file instanceof Uint8Array
            ? new Blob([file as Uint8Array<ArrayBuffer>])
            : await openAsBlob(file.path)
        const response = await send(url, { method: 'PUT', headers, body })
        await response.body?.cancel()
        if (!response.ok) throw new Refused('stored', response.status)
      }),
  }
}

class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number

  constructor(done: string, status: number) {
    super(`A file could not be ${done}: HTTP status ${status}.`)
    this.status = status
  }
}

async function tryAgain<T>(signal: AbortSignal | undefined, act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      const isFinal = error instanceof Refused && error.status < 500 && error.status !== 429
      if (isFinal || signal?.aborted || attempt === ATTEMPTS) throw error
      await pause(PAUSE * attempt)
    }
  }
}
