import type { SlotUser, UploadSlot } from '../model/upload-slot.ts'

/** Response headers that a stored file is served with. */
export type FileHeaders = {
  contentType: string
  /** The name of a saved copy, in ASCII without quotes; absent where no name is suggested. */
  fileName?: string
}

/** Removes objects at once. Removing an object that does not exist is no error. */
export type ObjectRemover = { remove(keys: readonly string[]): Promise<void> }

/** Stores uploaded files and results. */
export type FileStore = ObjectRemover & {
  /**
   * The bytes of an object, `'absent'` when there is none, or `'too large'` when it has more than `maxBytes`, which
   * is known before they are read.
   */
  get(
    key: string,
    maxBytes: number,
    signal?: AbortSignal,
  ): Promise<Uint8Array | 'absent' | 'too large'>
  /** Like `get`, into a file at `path`, without having all bytes in memory. */
  download(
    key: string,
    path: string,
    maxBytes: number,
    signal?: AbortSignal,
  ): Promise<'written' | 'absent' | 'too large'>
  has(key: string): Promise<boolean>
  /** Stores bytes, or a file of this machine without having all of it in memory. */
  put(key: string, file: Uint8Array | { path: string }, headers: FileHeaders): Promise<void>
}

/** What a PUT carries, by names in lower case. */
export type UploadHeaders = Readonly<Record<string, string>> & {
  'content-type': string
  'content-length': string
}

/** Signs URLs. Each allows its holder one operation on one object for a number of seconds. */
export type UrlSigner = {
  download(key: string, seconds: number): Promise<string>
  /** Asks whether the object is there. */
  look(key: string, seconds: number): Promise<string>
  /** The PUT must carry exactly these headers, its type and length among them: they are signed. */
  upload(key: string, headers: UploadHeaders, seconds: number): Promise<string>
  remove(key: string, seconds: number): Promise<string>
}

/**
 * Stores upload slots, so that a task that names a slot of another account, or none, is refused, and the tasks that use
 * each, so that no file is deleted under one that still reads it.
 */
export type UploadSlotStore = {
  get(id: string): Promise<UploadSlot | undefined>
  put(slot: UploadSlot): Promise<void>
  /** Adds a user to an open slot of the account and returns the slot; undefined when there is none. */
  addUser(id: string, account: string, user: SlotUser): Promise<UploadSlot | undefined>
  removeUsers(id: string, users: readonly SlotUser[]): Promise<void>
  /** Closes a slot at `closedAt` (epoch seconds) if its users are those that were read with it; false otherwise. */
  close(seen: UploadSlot, closedAt: number): Promise<boolean>
}
