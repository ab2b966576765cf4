import type { Json } from './json.ts'

/** The objects of S3 as far as a distributed map touches them. Each rejects with an Error that says why. */
export type MapObjectStore = {
  /** The bytes of an object, of one version of it when that is given. */
  open(place: { bucket: string; key: string; version?: string }): Promise<AsyncIterable<Uint8Array>>
  /** Every object below a prefix, as ListObjectsV2 describes it. */
  list(bucket: string, prefix: string): AsyncIterable<Json>
  /** Writes an object from its parts and gives its size in bytes. */
  write(bucket: string, key: string, parts: Iterable<string>): Promise<number>
}

function refuse(): never {
  throw new Error('this interpreter was started without objects')
}

/** Stands in where nothing was given: every use of it fails. */
export const noObjectStore: MapObjectStore = { open: refuse, list: refuse, write: refuse }
