/** The bucket and the key of an object. */
export type ObjectKey = { bucket: string; key: string }

/**
 * One version of an object; the newest one where none is named. A version that stands for a write (`isWrite`) is the
 * object only as long as nothing was written over it.
 */
export type ObjectRef = ObjectKey & { version?: string }

/** An object's metadata. */
export type ObjectFacts = {
  /** The version by which a job is named: `versionOf`. */
  version: string
  /** S3's own version id: `null` where the bucket kept no versions, absent where it never did. */
  versionId?: string
  /** S3's name for the bytes, without quotes. */
  etag: string
  /** Bytes. */
  size: number
  contentType: string
  /** The user's own metadata, names in lower case. */
  metadata: Record<string, string>
  /** Whether the bytes lie in an archive and must be restored before they can be read. */
  archived?: true
}

/** An object and its bytes as a stream. A `body` that is not read to its end must be cancelled. */
export type OpenObject = ObjectFacts & {
  body: ReadableStream<Uint8Array>
  /** SHA-256 in hex, where the store has one of the whole object. */
  sha256?: string
}

/** What is written with an object's bytes. */
export type WriteOptions = {
  contentType: string
  metadata?: Record<string, string>
  tags?: Record<string, string>
}

/** The object store. `open` and `read` throw `SourceArchived` for an archived object. */
export type Objects = {
  /** A URL that reads one version of an object, valid for `seconds`. It is a credential: never log it. */
  presign(object: ObjectRef, seconds: number): Promise<string>
  /** The metadata, or undefined when there is no such object or no such version. */
  head(object: ObjectRef): Promise<ObjectFacts | undefined>
  /** The bytes as a stream, or undefined when there is no such object or no such version. */
  open(object: ObjectRef): Promise<OpenObject | undefined>
  /** The object as text, or undefined when there is none. Throws a `RangeError` above `maxBytes`. */
  read(object: ObjectRef, maxBytes: number): Promise<string | undefined>
  /** Writes a whole object or nothing. An iterable is streamed. */
  write(
    object: ObjectRef,
    bytes: Uint8Array | AsyncIterable<Uint8Array>,
    options: WriteOptions,
  ): Promise<void>
}

/** Deletes every object whose key begins with a prefix; of a versioned bucket, the newest versions. */
export type RemoveAll = (place: { bucket: string; prefix: string }) => Promise<void>

/** Prefix of a version that is an ETag and no version id, as jobs of earlier releases have it. */
export const ETAG = 'etag:'

/** Metadata name that marks an object as a result of a job, so that no copy of it begins another job. */
export const RESULT_MARK = 'darkroom-job'

/** The metadata that marks a result. */
export function resultMark(job: string): Record<string, string> {
  return { [RESULT_MARK]: job }
}

const MAX_KEY_BYTES = 1024

/**
 * Whether a text can be the key of an object: well-formed Unicode of 1 to 1,024 bytes (Amazon S3 User Guide, "Naming
 * Amazon S3 objects"). The key of a companion is made from that of its file and may be longer.
 */
export function isObjectKey(text: string): boolean {
  return text !== '' && text.isWellFormed() && Buffer.byteLength(text) <= MAX_KEY_BYTES
}

/** The object store for who reads alone. */
export type ReadObjects = Omit<Objects, 'write'>
