/** A place a client may PUT one file to. */
export type UploadSlot = {
  /** The `file_id` clients use. */
  id: string
  account: string
  contentType: string
  /** Bytes; the signed URL takes exactly this many. */
  size: number
  /** Epoch seconds at which the slot is forgotten. */
  expiresAt: number
}

/** Where slots are remembered, so that a task naming one of another account, or none, is refused. */
export type UploadSlotStore = {
  get(id: string): Promise<UploadSlot | undefined>
  put(slot: UploadSlot): Promise<void>
  /** Forgets a slot; one that is not there is no error. */
  remove(id: string): Promise<void>
}

/** The key of a slot's object. No part of it comes from the client. */
export function uploadKey(id: string): string {
  return `uploads/${id}`
}

/** What the id of a slot looks like; anything else is not looked up. */
export const UPLOAD_SLOT_ID = /^[A-Za-z0-9_-]{43}$/
