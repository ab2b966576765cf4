import type { Checksum } from '../checksum/algorithms.ts'

type Versioning = 'Enabled' | 'Suspended'

/** A bucket. `versioning` is null until it has kept versions once. */
export type BucketRow = {
  name: string
  created: number
  versioning: Versioning | null
  notify: number
}

/** One version of an object, or a delete marker. Times in milliseconds since 1970. */
export type VersionRow = {
  seq: number
  bucket: string
  key: Uint8Array
  /** `null` (the text) where the bucket kept no versions when it was written. */
  id: string
  latest: number
  marker: number
  size: number
  /** Without quotes. */
  etag: string
  modified: number
  /** JSON of {@link StoredHeaders}. */
  headers: string
  /** JSON of {@link Tags}. */
  tags: string
  /** JSON of {@link Checksum}. */
  checksum: string | null
}

/** A multipart upload under way; `headers` and `tags` are JSON as in {@link VersionRow}. */
export type UploadRow = {
  id: string
  bucket: string
  key: Uint8Array
  created: number
  headers: string
  tags: string
  algorithm: Checksum['algorithm'] | null
  checksum_type: Checksum['type'] | null
}

/** A part. `body` is null for an empty one; `checksum` is base64 of the upload's algorithm. */
export type PartRow = {
  upload: string
  number: number
  body: string | null
  size: number
  etag: string
  checksum: string | null
  modified: number
}

/** Headers given with an object and given back with it, by lower-case name. */
export type StoredHeaders = Record<string, string>

/** Key and value of each tag, in the order given. */
export type Tags = ReadonlyArray<readonly [key: string, value: string]>

/** The bytes of a key as the index holds them. */
export function keyBytes(key: string): Uint8Array {
  return Buffer.from(key, 'utf8')
}

/** The key that index bytes stand for. */
export function keyText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}
