/** An Idempotency-Key in use: the request it stands for, and the task that request creates. */
export type IdempotencyRecord = {
  /** Hash of the account and its key. */
  id: string
  /** Hash of the request. */
  request: string
  taskId: string
  /** Epoch seconds until which a request may still be creating the task. */
  heldUntil: number
  /** Epoch seconds from which the key is free again. */
  expiresAt: number
}

/** Stores idempotency records. Each operation is a single conditional write. */
export type IdempotencyStore = {
  /** Stores the record if its key is free at `now` (epoch seconds). Otherwise returns the record that is there. */
  claim(record: IdempotencyRecord, now: number): Promise<IdempotencyRecord | undefined>
  /** Sets `heldUntil` to `until` if the record is unchanged since it was read; false otherwise. */
  extend(seen: IdempotencyRecord, until: number): Promise<boolean>
  /** Removes the record, which frees its key, if it is unchanged since it was read. */
  remove(seen: IdempotencyRecord): Promise<void>
}
