import { createHash } from 'node:crypto'
import {
  ETAG,
  type ObjectFacts,
  type Objects,
  type RemoveAll,
} from '../../../functions/pipeline/core/ports/objects.ts'
import {
  isAlike,
  isVersionId,
  isWrite,
  versionOf,
} from '../../../functions/pipeline/core/sources/write-version.ts'

export type StoredObject = Omit<ObjectFacts, 'size'> & { bytes: Uint8Array }

/** What a bucket keeps of an object that is written anew. */
export type Versioning = 'enabled' | 'suspended' | 'never'

/**
 * Buckets in memory. A presigned URL is `memory://<bucket>/<key>?version=…&expires=…&n=…`, each one another.
 */
export type MemoryObjects = Objects & {
  removeAll: RemoveAll
  /** Every version of a key that was not deleted, oldest first. */
  versions(bucket: string, key: string): StoredObject[]
  put(bucket: string, key: string, bytes: Uint8Array, facts?: Partial<ObjectFacts>): StoredObject
  /** Every key that has a version. */
  keys(): { bucket: string; key: string }[]
  removeVersion(bucket: string, key: string, version: string): void
  /** What a presigned URL gives now, or undefined when it has expired or its object is gone. */
  openUrl(url: string): StoredObject | undefined
}

export function memoryObjects(
  now: () => number,
  versioning: (bucket: string) => Versioning = () => 'enabled',
): MemoryObjects {
  const stored = new Map<string, StoredObject[]>()
  const place = (bucket: string, key: string): string => JSON.stringify([bucket, key])
  let made = 0
  const versions = (bucket: string, key: string): StoredObject[] =>
    stored.get(place(bucket, key)) ?? []
  const find = (bucket: string, key: string, version?: string): StoredObject | undefined => {
    const all = versions(bucket, key)
    if (!version) return all.at(-1)
    if (version.startsWith(ETAG)) return all.find((each) => version === `${ETAG}${each.etag}`)
    if (version === 'null') return all.find(({ versionId }) => !isVersionId(versionId))
    return all.find((each) =>
      isWrite(version) ? isAlike(each.version, version) : each.version === version,
    )
  }
  const put = (
    bucket: string,
    key: string,
    bytes: Uint8Array,
    { contentType = 'application/octet-stream', metadata = {} }: Partial<ObjectFacts> = {},
  ): StoredObject => {
    const keeps = versioning(bucket)
    const versionId = { enabled: `v${++made}`, suspended: 'null', never: undefined }[keeps]
    const etag = createHash('md5').update(bytes).digest('hex')
    const modified = Math.floor(now() / 1000) * 1000
    const facts = { versionId, etag, modified, size: bytes.length, metadata }
    const written: StoredObject = {
      version: versionOf(facts),
      ...(versionId !== undefined && { versionId }),
      bytes: Uint8Array.from(bytes),
      etag,
      contentType,
      metadata,
    }
    const kept = versions(bucket, key).filter((each) => isVersionId(each.versionId))
    stored.set(place(bucket, key), [...kept, written])
    return written
  }
  const keys = () =>
    [...stored.keys()].map((one) => {
      const [bucket, key] = JSON.parse(one) as [string, string]
      return { bucket, key }
    })
  return {
    versions,
    put,
    keys,
    removeVersion: (bucket, key, version) => {
      stored.set(
        place(bucket, key),
        versions(bucket, key).filter((each) => each.version !== version),
      )
    },
    openUrl: (url) => {
      const { hostname, pathname, searchParams } = new URL(url)
      if (Number(searchParams.get('expires')) < now()) return undefined
      const key = decodeURIComponent(pathname.slice(1))
      return find(hostname, key, searchParams.get('version') ?? undefined)
    },
    presign: async ({ bucket, key, version = '' }, seconds) =>
      `memory://${bucket}/${encodeURIComponent(key)}?version=${version}&expires=${now() + seconds * 1000}&n=${++made}`,
    read: async ({ bucket, key }, maxBytes) => {
      const bytes = find(bucket, key)?.bytes
      if (bytes && bytes.length > maxBytes)
        throw new RangeError(`${key} is larger than ${maxBytes} bytes.`)
      return bytes && Buffer.from(bytes).toString('utf8')
    },
    head: async ({ bucket, key, version }) => factsOf(find(bucket, key, version)),
    open: async ({ bucket, key, version }) => {
      const found = find(bucket, key, version)
      const facts = factsOf(found)
      return facts && found && { ...facts, body: streamOf(found.bytes) }
    },
    removeAll: async ({ bucket, prefix }) => {
      for (const named of keys()) {
        if (named.bucket === bucket && named.key.startsWith(prefix)) {
          stored.delete(place(bucket, named.key))
        }
      }
    },
    write: async ({ bucket, key }, bytes, { contentType, metadata }) => {
      const whole = bytes instanceof Uint8Array ? bytes : await collected(bytes)
      put(bucket, key, whole, { contentType, ...(metadata && { metadata }) })
    },
  }
}

function factsOf(found: StoredObject | undefined): ObjectFacts | undefined {
  if (!found) return undefined
  const { bytes, ...facts } = found
  return { ...facts, size: bytes.length }
}

const passed = new WeakMap<AsyncIterable<Uint8Array>, Promise<Uint8Array>>()

/** A client that repeats a write behind its caller's back repeats the bytes it sent before. */
function collected(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const known = passed.get(bytes) ?? collect(bytes)
  passed.set(bytes, known)
  return known
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Bytes as a stream. */
export function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(bytes)
      controller.close()
    },
  })
}
