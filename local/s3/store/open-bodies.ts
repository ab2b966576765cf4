import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ChecksumAlgorithm } from '../checksum/algorithms.ts'
import { coalesceSync } from './coalesce-sync.ts'

/** A run of bytes in one body file. */
export type Segment = { body: string; size: number }

/** A body on disk that no object refers to yet. */
export type ReceivedBody = {
  size: number
  /** Hex. */
  md5: string
  checksum?: { algorithm: ChecksumAlgorithm; value: string }
  /** Empty for an empty body. */
  segments: Segment[]
}

/** Files that hold the bytes of objects, named by random ids and never by a key. */
export type Bodies = {
  /**
   * Writes a stream to a new file: temporary file, fsync, rename. Nothing is left when it fails. An empty stream
   * makes no file, and `body` is undefined.
   */
  write(source: AsyncIterable<Uint8Array>): Promise<{ body: string | undefined; size: number }>
  /** Reads `start` to `end` of a body, both inclusive. */
  read(body: string, start: number, end: number): Readable
  /** Keeps bodies on disk until the returned function is called, even if they are removed meanwhile. */
  pin(ids: readonly string[]): () => void
  remove(ids: readonly string[]): Promise<void>
}

/**
 * Opens the body files in `dir` and removes what a crash left behind: unfinished files, and finished ones that
 * `isKept` does not know.
 */
export async function openBodies(dir: string, isKept: (id: string) => boolean): Promise<Bodies> {
  const incoming = join(dir, 'incoming')
  const bodies = join(dir, 'bodies')
  await rm(incoming, { recursive: true, force: true })
  await mkdir(incoming, { recursive: true })
  await mkdir(bodies, { recursive: true })
  for (const name of await readdir(bodies)) {
    if (!isKept(name)) {
      await rm(join(bodies, name), { force: true })
    }
  }
  return createBodies(incoming, bodies)
}

function createBodies(incoming: string, bodies: string): Bodies {
  const pins = new Map<string, number>()
  const doomed = new Set<string>()
  const unlink = (id: string) => rm(join(bodies, id), { force: true })
  const sync = coalesceSync(() => syncDirectory(bodies))
  const release = (id: string) => {
    const left = (pins.get(id) ?? 1) - 1
    if (left > 0) {
      pins.set(id, left)
      return
    }
    pins.delete(id)
    if (doomed.delete(id)) {
      unlink(id).catch(() => undefined)
    }
  }
  return {
    write: (source) => writeBody(source, { incoming, bodies, sync }),
    read: (body, start, end) =>
      createReadStream(join(bodies, body), { start, end, highWaterMark: READ_SIZE }),
    pin(ids) {
      for (const id of ids) {
        pins.set(id, (pins.get(id) ?? 0) + 1)
      }
      return () => ids.forEach(release)
    },
    async remove(ids) {
      for (const id of ids) {
        if (pins.has(id)) {
          doomed.add(id)
        } else {
          // A file that stays behind is found at the next start; what it belonged to is gone all the same.
          await unlink(id).catch(() => undefined)
        }
      }
    },
  }
}

const READ_SIZE = 256 * 1024

/** Where bodies are written, and what syncs the folder of the finished ones for all who wait for it. */
type Folders = { incoming: string; bodies: string; sync: () => Promise<void> }

async function writeBody(source: AsyncIterable<Uint8Array>, { incoming, bodies, sync }: Folders) {
  const id = randomBytes(16).toString('hex')
  const temporary = join(incoming, id)
  let file: FileHandle | undefined
  let size = 0
  try {
    for await (const chunk of source) {
      file ??= await open(temporary, 'wx')
      await writeFully(file, chunk)
      size += chunk.length
    }
    if (file === undefined) {
      return { body: undefined, size }
    }
    await file.datasync()
    await file.close()
    await rename(temporary, join(bodies, id))
    await sync()
    return { body: id, size }
  } catch (error) {
    await file?.close().catch(() => undefined)
    // What cannot be removed now goes at the next start.
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
}

async function writeFully(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let written = 0
  while (written < chunk.length) {
    written += (await file.write(chunk, written)).bytesWritten
  }
}

// A rename is durable only once its directory is synced.
async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir)
  try {
    await handle.sync()
  } catch (error) {
    // Some file systems refuse to sync a directory and do not need it.
    if (!['EINVAL', 'EPERM', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      throw error
    }
  } finally {
    await handle.close()
  }
}
