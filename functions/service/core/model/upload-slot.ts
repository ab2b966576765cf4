/** An id and a bucket key under which a client may PUT one file. */
export type UploadSlot = {
  /** The `file_id` clients use. */
  id: string
  account: string
  contentType: string
  /** Bytes; the signed URL accepts exactly this many. */
  size: number
  /** Epoch seconds at which the slot expires. */
  expiresAt: number
  /**
   * Epoch seconds at which a task was deleted that used the file. No task can use a closed slot, and what its URL,
   * which cannot be recalled, still takes is removed.
   */
  closedAt?: number
  /** Who uses the file: a task, and when it was created or about to be (epoch seconds). */
  users?: readonly SlotUser[]
}

/** A task that uses the file of a slot. */
export type SlotUser = { taskId: string; at: number }

/** The bucket key of a slot's object. No part of it comes from the client. */
export function uploadKey(id: string): string {
  return `uploads/${id}`
}

/** The slot id in a bucket key; undefined for any other key. */
export function slotIdOf(key: string): string | undefined {
  const id = key.startsWith('uploads/') ? key.slice('uploads/'.length) : ''
  return UPLOAD_SLOT_ID.test(id) ? id : undefined
}

/** The format of a slot id. An id that does not match is not looked up. */
export const UPLOAD_SLOT_ID = /^[A-Za-z0-9_-]{43}$/
