import type { Json } from './json.ts'

/** The operations of S3 that a distributed map needs. Each rejects with an Error that says why it failed. */
export type MapObjectStore = {
  /** The bytes of an object, or of the given version of it. */
  open(place: { bucket: string; key: string; version?: string }): Promise<AsyncIterable<Uint8Array>>
  /** Every object under a prefix, in the form ListObjectsV2 returns. */
  list(bucket: string, prefix: string): AsyncIterable<Json>
  /** Writes an object from its parts and returns its size in bytes. */
  write(bucket: string, key: string, parts: Iterable<string>): Promise<number>
}

function refuse(): never {
  throw new Error('this interpreter was started without objects')
}

/** The store of an interpreter that was started without one. Every use of it fails. */
export const noObjectStore: MapObjectStore = { open: refuse, list: refuse, write: refuse }
