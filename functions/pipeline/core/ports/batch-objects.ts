import type { ObjectFacts, ObjectRef } from './objects.ts'

/** Objects as a batch reads and writes them: streamed, except for the part of one chunk. */
export type BatchObjects = {
  /** The version that is named, or else the newest one; undefined when there is none. */
  head(object: ObjectRef): Promise<ObjectFacts | undefined>
  /** The bytes as they arrive, or undefined when there is no such object. */
  open(object: ObjectRef): Promise<AsyncIterable<Uint8Array> | undefined>
  /** The object as text, or undefined when there is none. */
  read(object: ObjectRef): Promise<string | undefined>
  /** Writes an object from text. */
  put(object: ObjectRef, text: string): Promise<void>
  /** Writes an object of unknown length, one line for each string. */
  stream(object: ObjectRef, lines: AsyncIterable<string>): Promise<void>
}
