/**
 * The right of one worker to work on a task. Whoever's lease was taken over can write nothing to the task any more:
 * every write of a worker names its lease (a fencing token; Kleppmann, "How to do distributed locking", 2016).
 */
export type Lease = {
  /** Names one worker at one delivery; no other has the same. */
  holder: string
  /** Epoch milliseconds from which another worker may take the task over. */
  until: number
}

/** Milliseconds for which a lease is taken and renewed. Longer than an effect ever keeps a thread busy. */
export const LEASE_MS = 90_000

/** Milliseconds between two renewals: three may fail before the lease expires. */
export const HEARTBEAT_MS = 20_000

/** The work of a worker whose lease was taken over, or whose task has ended: it has nothing to say any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor(options?: ErrorOptions) {
    super('The lease of the task was lost.', options)
  }
}

/** Another worker is at the task: it is to be tried again when that one's lease can have expired. */
export class LeaseHeld extends Error {
  override readonly name = 'LeaseHeld'

  constructor() {
    super('Another worker holds the task.')
  }
}
