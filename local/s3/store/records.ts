import type { Checksum } from '../checksum/algorithms.ts'

type Versioning = 'Enabled' | 'Suspended'

/** A bucket. `versioning` is null until it was switched on once. */
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
  /** `null` (the text) when the bucket had no versioning at the time. */
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

/** An unfinished multipart upload. `headers` and `tags` are JSON as in {@link VersionRow}. */
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

/** A part. `body` is null for an empty one; `checksum` is base64 by the upload's algorithm. */
export type PartRow = {
  upload: string
  number: number
  body: string | null
  size: number
  etag: string
  checksum: string | null
  modified: number
}

/** Headers stored with an object and returned with it, by lower-case name. */
export type StoredHeaders = Record<string, string>

/** Key and value of each tag, in the order given. */
export type Tags = ReadonlyArray<readonly [key: string, value: string]>

/** The bytes of a key in the index. */
export function keyBytes(key: string): Uint8Array {
  return Buffer.from(key, 'utf8')
}

/** The key that the bytes of the index stand for. */
export function keyText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}
