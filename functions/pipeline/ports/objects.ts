/** The bucket and the key of an object. */
export type ObjectKey = { bucket: string; key: string }

/** One version of an object; the newest one where none is named. */
export type ObjectRef = ObjectKey & { version?: string }

/** What is known of an object without reading it. */
export type ObjectFacts = {
  /** Bytes. */
  size: number
  contentType: string
  /** The user's own metadata, names in lower case. */
  metadata: Record<string, string>
}

/** An object's bytes on their way. A `body` that is not read to its end must be cancelled. */
export type OpenObject = ObjectFacts & {
  body: ReadableStream<Uint8Array>
  /** In hex, where the store holds a hash of the whole object itself. */
  sha256?: string
}

/** What stands beside the bytes of a written object. */
export type WriteOptions = {
  contentType: string
  metadata?: Record<string, string>
  tags?: Record<string, string>
}

/** Objects in buckets, as far as the pipeline touches them. */
export type Objects = {
  /** A URL anybody can read one version of an object from, for `seconds`. A credential: never log it. */
  presign(object: ObjectRef, seconds: number): Promise<string>
  /** Facts of an object, or undefined when there is none, or not this version of it. */
  head(object: ObjectRef): Promise<ObjectFacts | undefined>
  /** The object's bytes as they come, or undefined when there is none, or not this version of it. */
  open(object: ObjectRef): Promise<OpenObject | undefined>
  /** The object's bytes as text, or undefined when there is none. Refuses more than `maxBytes`. */
  read(object: ObjectRef, maxBytes: number): Promise<string | undefined>
  /** Writes an object whole or not at all; bytes that come are written as they come. */
  write(
    object: ObjectRef,
    bytes: Uint8Array | AsyncIterable<Uint8Array>,
    options: WriteOptions,
  ): Promise<void>
}

/** Marks a version that is an ETag, so that it cannot be taken for a version id. */
export const ETAG = 'etag:'

/** Metadata name that marks an object as a result of a job, so that no copy of it begins another job. */
export const RESULT_MARK = 'darkroom-job'

/** The metadata that marks a result. */
export function resultMark(job: string): Record<string, string> {
  return { [RESULT_MARK]: job }
}
