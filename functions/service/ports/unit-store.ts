import type { UnitRange } from '../../../catalog/units-of.ts'
import type { CreditGrant, GrantShares } from '../model/credit-grant.ts'
import type { UnitEntry } from '../model/unit-entry.ts'

/** Units set aside for one task until it ends. */
export type Reservation = {
  taskId: string
  /** Tells this reservation from an earlier or later one for the same task id. */
  id: string
  units: number
  /** Which lots they were taken from. */
  lots: GrantShares
  /** Epoch seconds. */
  at: number
}

/** A reservation as it is asked for, before anybody knows how much there is and which lots it takes from. */
export type ReservationRequest = Omit<Reservation, 'lots' | 'units'> & UnitRange

/** What became of a wish to reserve. `held` has the task's reservation, ours or the one that was there before. */
export type ReservationResult =
  | { held: Reservation; all: Reservation[] }
  | { refused: 'insufficient' | 'crowded'; all: Reservation[] }

export type Balance = { available: number; reserved: number; spent: number }

export type GrantRequest = {
  units: number
  /** Names the grant in the account's history; the same one is granted once. */
  reference: string
  /** Epoch seconds. */
  at: number
  /** Epoch seconds from which the units cannot be used. */
  expiresAt?: number | undefined
}

/** A page of an account's history, newest first; `next` leads to the page after it. */
export type UnitHistory = { entries: UnitEntry[]; next?: string }

/** Where units live: one item an account with its lots, changed only by single conditional writes. */
export type UnitStore = {
  /** `now` in epoch seconds, this moment when left out. */
  balance(account: string, now?: number): Promise<Balance>
  /** The lots that hold usable units at `now`, in the order they are used. */
  lots(account: string, now: number): Promise<CreditGrant[]>
  /** Adds a lot. Throws when the account has too many that are not used up. */
  grant(account: string, grant: GrantRequest): Promise<void>
  /**
   * Sets units aside for a task, the most that are asked for or all there are, unless it has some already (then that
   * reservation is held) or there are fewer than the least.
   * `all` are the account's reservations beside it.
   */
  reserve(account: string, wish: ReservationRequest): Promise<ReservationResult>
  /**
   * Charges `units` of a reservation, gives the rest back to its lots, and writes the account's entry for the task.
   * Again: no effect.
   */
  charge(
    account: string,
    reservation: Omit<Reservation, 'at' | 'units'>,
    charge: { units: number; at: number },
  ): Promise<void>
  /** Leaves a reservation so many units and gives the rest back to its lots. Again, or when it has gone: no effect. */
  lower(
    account: string,
    reservation: Pick<Reservation, 'taskId' | 'id' | 'lots'>,
    units: number,
  ): Promise<void>
  /** Gives a reservation back to its lots. Again, or after `settle`: no effect. */
  release(
    account: string,
    reservation: Pick<Reservation, 'taskId' | 'id'> & { usableGrants?: GrantShares | undefined },
  ): Promise<void>
  /** What was granted, charged and lost by expiry. `after` is the `next` of the page before. */
  history(account: string, limit: number, after?: string): Promise<UnitHistory>
}

/** The most tasks of one account that may hold units at once; keeps the balance item far below DynamoDB's 400 KB. */
export const MAX_RESERVATIONS = 1000

/** The most lots of one account that are not used up. */
export const MAX_CREDIT_GRANTS = 50
