/** Units set aside for one task until it ends. */
export type Reservation = {
  taskId: string
  /** Tells this reservation from an earlier or later one for the same task id. */
  id: string
  units: number
  /** Epoch seconds. */
  at: number
}

/** What became of a wish to reserve. `held` has the task's reservation, ours or the one that was there before. */
export type Reserved =
  | { held: Reservation; all: Reservation[] }
  | { refused: 'insufficient' | 'crowded'; all: Reservation[] }

export type Balance = { available: number; reserved: number; spent: number }

/** Where units live: one balance an account, changed only by single conditional writes. */
export type UnitStore = {
  balance(account: string): Promise<Balance>
  /** Adds units; `reference` names the grant in the account's entries, and the same one is granted once. */
  grant(account: string, units: number, reference: string, at: number): Promise<void>
  /**
   * Sets units aside for a task, unless they are already (then that reservation is held) or there are not enough.
   * `all` are the account's reservations after it.
   */
  reserve(account: string, reservation: Reservation): Promise<Reserved>
  /** Charges a reservation and writes the account's entry for the task. Again: no effect. */
  settle(account: string, reservation: Omit<Reservation, 'at'>, at: number): Promise<void>
  /** Gives a reservation back. Again, or after `settle`: no effect. */
  release(account: string, reservation: Pick<Reservation, 'taskId' | 'id'>): Promise<void>
}

/** The most tasks of one account that may hold units at once; keeps the balance item far below DynamoDB's 400 KB. */
export const MAX_RESERVATIONS = 1000
