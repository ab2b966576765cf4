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
}

/** The bucket key of a slot's object. No part of it comes from the client. */
export function uploadKey(id: string): string {
  return `uploads/${id}`
}

/** The format of a slot id. An id that does not match is not looked up. */
export const UPLOAD_SLOT_ID = /^[A-Za-z0-9_-]{43}$/
