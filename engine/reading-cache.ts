import { createHash } from 'node:crypto'

/**
 * What was read of files, for the tasks after it that bring the same ones. Most pictures of a batch wear one product,
 * and reading it takes a fifth to a third of a try-on; an effect finds the people that the detection before it found.
 */
export type ReadingCache = {
  /** What was kept under a key, or what `read` makes now; what it throws is not kept. */
  readOnce<Reading>(key: string, read: () => Promise<Reading>): Promise<Reading>
}

/**
 * The most bytes of pixels that are kept, beside the gigabyte and more that a task may take: a product of the largest
 * size that they are read at has 26 MB, a body's mask a byte a pixel of its picture.
 */
const MOST_BYTES = 64_000_000

/** Keeps readings up to a number of bytes. @param most bytes */
export function createReadingCache(most: number = MOST_BYTES): ReadingCache {
  const kept = new Map<string, { reading: unknown; bytes: number }>()
  let total = 0
  const drop = (key: string): void => {
    total -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  const keep = (key: string, reading: unknown): void => {
    const bytes = bytesIn(reading)
    if (bytes > most) return
    drop(key)
    kept.set(key, { reading, bytes })
    total += bytes
    // A map keeps the order in which keys were set: the first one has not been asked for longest.
    for (const oldest of kept.keys()) {
      if (total <= most) break
      drop(oldest)
    }
  }
  return {
    readOnce: async <Reading>(key: string, read: () => Promise<Reading>) => {
      const found = kept.get(key)
      // The key names the way of reading, and so the type.
      const reading = found ? (found.reading as Reading) : await read()
      keep(key, reading)
      return reading
    },
  }
}

/** The key of what is read of files in a way: the same for the same bytes alone. */
export function readingKey(way: string, files: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(JSON.stringify([way, files.map((file) => file.length)]))
  for (const file of files) hash.update(file)
  return hash.digest('hex')
}

/** The bytes of all typed arrays in a value of plain objects and lists. */
function bytesIn(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part) => sum + bytesIn(part), 0)
}
