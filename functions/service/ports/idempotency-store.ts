/** An Idempotency-Key in use: the request it stands for, and the task that request makes. */
export type IdempotencyRecord = {
  /** Of the account and its key. */
  id: string
  /** Hash of what was asked. */
  request: string
  taskId: string
  /** Epoch seconds until which a request may still be at work on it. */
  heldUntil: number
  /** Epoch seconds from which the key is free again. */
  expiresAt: number
}

/** Where claims live, each changed by single conditional writes. */
export type IdempotencyStore = {
  /** Takes a key that nobody has at `now` (epoch s). Otherwise gives the claim that is there. */
  claim(claim: IdempotencyRecord, now: number): Promise<IdempotencyRecord | undefined>
  /** Holds a claim until another second, if nobody has changed it since it was seen. */
  extend(seen: IdempotencyRecord, until: number): Promise<boolean>
  /** Frees the key, if nobody has changed the claim since it was seen. */
  remove(seen: IdempotencyRecord): Promise<void>
}
