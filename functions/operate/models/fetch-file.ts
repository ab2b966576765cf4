import { open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { FetchRefused } from '../../fetch/fetch-refused.ts'
import { guardedFetchStream, type StreamedResponse } from '../../fetch/guarded-fetch.ts'
import type { Resolve } from '../../fetch/guarded-lookup.ts'

/** A file that is to be fetched. */
export type WantedFile = {
  /** https, on port 443. */
  url: string
  /** The most bytes it may have. */
  most: number
  /** How many it has, where that is known. */
  bytes?: number | undefined
}

export type FetchFileOptions = {
  /** Where it is kept while it comes; an earlier part of the same file there is gone on with. */
  part: string
  signal?: AbortSignal | undefined
  /** Told how many bytes are there. */
  progress?: ((bytes: number) => void) | undefined
  /** What is reached and trusted, in the place of what Node reaches and trusts. */
  network?: { resolve?: Resolve; ca?: string; allowPrivateOrigin?: string } | undefined
  /** How long nothing may come, milliseconds. */
  stallMs?: number | undefined
}

/** The longest that a whole file may take, milliseconds. */
const WHOLE_MS = 6 * 3_600_000

const STALL_MS = 60_000

/** How often a transfer that breaks off is gone on with, as long as each brings something. */
const ATTEMPTS = 5

/**
 * Fetches a file over https to its place `part`, and goes on where an earlier attempt broke off: with `Range` and
 * `If-Range` (RFC 9110, sections 13.1.5 and 14.2), so that parts of two versions are never put together; a server that
 * does not heed `If-Range` tells another version by its entity tag. Redirects are followed to https at public addresses
 * only.
 * @returns how many bytes it has
 * @throws Error in words; the part is kept where another attempt can go on with it, and removed where it cannot be
 * right
 */
export async function fetchFile(wanted: WantedFile, options: FetchFileOptions): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const before = await lengthOf(options.part)
    try {
      return await fetchRest(wanted, options)
    } catch (error) {
      const broken = error instanceof FetchRefused && error.reason === 'network'
      const brought = (await lengthOf(options.part)) > before
      if (!broken || !brought || attempt === ATTEMPTS) throw told(error, wanted)
    }
  }
}

/** What is known of a part that is there: where it came from, and which version it is of. */
type PartNote = { url: string; etag: string }

async function fetchRest(
  { url, most, bytes }: WantedFile,
  { part, signal, progress, network, stallMs = STALL_MS }: FetchFileOptions,
): Promise<number> {
  const notePath = `${part}.json`
  const note = await readNote(notePath, url)
  const start = note ? await lengthOf(part) : 0
  if (start > 0 && start === bytes) return start
  const stalled = new AbortController()
  const timer = setTimeout(() => stalled.abort(), stallMs)
  const stop = AbortSignal.any([stalled.signal, ...(signal ? [signal] : [])])
  const ranged = note && start > 0 ? { range: `bytes=${start}-`, 'if-range': note.etag } : {}
  try {
    const response = await guardedFetchStream(url, {
      ...network,
      maxBytes: bytes ?? most,
      timeoutMs: WHOLE_MS,
      signal: stop,
      publicHeaders: ranged,
    })
    const from = placeOf(response, start)
    const etag = response.headers['etag'] ?? (from && note ? note.etag : '')
    if (from === undefined || (from > 0 && etag !== note?.etag)) {
      response.discard()
      await forget(part)
      if (response.status === 416)
        throw new Error('The part that was there is of no use; try again.')
      if (from !== undefined)
        throw new Error('The file there has changed since its first part came; try again.')
      throw new Error(`The server answers with HTTP status ${response.status}.`)
    }
    const length = Number(response.headers['content-length'] ?? Number.NaN)
    if (bytes !== undefined && Number.isFinite(length) && from + length !== bytes) {
      response.discard()
      await forget(part)
      throw new Error(`The file there has ${from + length} bytes, not ${bytes}.`)
    }
    // Bytes of one version never lie beside the note of another, wherever the process ends.
    if (from === 0) await rm(part, { force: true })
    await writeNote(notePath, { url, etag })
    const total = await append(response, { part, from, most: bytes ?? most }, (received) => {
      timer.refresh()
      progress?.(received)
    })
    if (bytes !== undefined && total !== bytes) {
      throw new Error(`${total} bytes came, not ${bytes}; another attempt goes on from there.`)
    }
    await rm(notePath, { force: true })
    return total
  } catch (error) {
    if (stalled.signal.aborted && !signal?.aborted) {
      throw new Error(
        `Nothing came for ${stallMs / 1000} seconds; another attempt goes on from there.`,
      )
    }
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * From which byte on the answer is; undefined where it is none. A server that knows no ranges, or has another version
 * than the part is of, sends the whole file.
 */
function placeOf({ status, headers }: StreamedResponse, start: number): number | undefined {
  if (status === 200) return 0
  if (status !== 206) return undefined
  const [, from] = /^bytes (\d+)-\d+\/(?:\d+|\*)$/.exec(headers['content-range'] ?? '') ?? []
  return from !== undefined && Number(from) === start ? start : undefined
}

async function append(
  { body }: StreamedResponse,
  { part, from, most }: { part: string; from: number; most: number },
  progress: (bytes: number) => void,
): Promise<number> {
  const file = await open(part, from > 0 ? 'r+' : 'w')
  let at = from
  try {
    for await (const chunk of body) {
      if (at + chunk.length > most) throw new FetchRefused('bytes', tooLong(most))
      await file.write(chunk, 0, chunk.length, at)
      at += chunk.length
      progress(at)
    }
  } catch (error) {
    if (error instanceof FetchRefused && error.reason === 'bytes') {
      await file.close()
      await forget(part)
    }
    throw error
  } finally {
    await file.close().catch(() => {})
  }
  return at
}

function tooLong(most: number): string {
  return `The answer is longer than ${most} bytes.`
}

/** Removes a part and what is known of it. */
async function forget(part: string): Promise<void> {
  await rm(part, { force: true })
  await rm(`${part}.json`, { force: true })
}

async function lengthOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

/** A weak entity tag cannot say that two parts fit together (RFC 9110, section 13.1.5). */
async function readNote(path: string, url: string): Promise<PartNote | undefined> {
  try {
    const note = JSON.parse(await readFile(path, 'utf8')) as Partial<PartNote>
    const strong = typeof note.etag === 'string' && /^"[^"]*"$/.test(note.etag)
    return note.url === url && strong ? (note as PartNote) : undefined
  } catch {
    return undefined
  }
}

async function writeNote(path: string, note: PartNote): Promise<void> {
  await writeFile(path, JSON.stringify(note))
}

function told(error: unknown, { url }: WantedFile): unknown {
  if (!(error instanceof Error)) return error
  const host = URL.parse(url)?.host ?? 'the address'
  return new Error(`${host}: ${error.message}`, { cause: error })
}
