import type { UnitRange } from '../../../../catalog/tasks/units-of.ts'
import type { CreditGrant, GrantShares } from '../model/credit-grant.ts'
import type { UnitEntry } from '../model/unit-entry.ts'

/** Units reserved for one task until it ends. */
export type Reservation = {
  taskId: string
  /** Tells this reservation from an earlier or later one for the same task id. */
  id: string
  units: number
  /** The credit grants the units were taken from. */
  lots: GrantShares
  /** Epoch seconds. */
  at: number
}

/** A request to reserve units, before it is known how many there are and which grants they come from. */
export type ReservationRequest = Omit<Reservation, 'lots' | 'units'> &
  UnitRange & {
    /** The most reservations of the account that there may be with it. @default MAX_RESERVATIONS */
    places?: number | undefined
  }

/**
 * The outcome of a reservation request. `held` is the task's reservation, whether it was made now or was there before;
 * `all` are the reservations of the account.
 */
export type ReservationResult =
  | { held: Reservation; all: Reservation[] }
  | { refused: 'insufficient' | 'crowded'; all: Reservation[] }

/** Units of an account: usable, reserved for running tasks, and spent so far. */
export type Balance = { available: number; reserved: number; spent: number }

/** Units to grant to an account. */
export type GrantRequest = {
  units: number
  /** Names the grant in the account's history; a reference grants once. */
  reference: string
  /** Epoch seconds. */
  at: number
  /** Epoch seconds from which the units cannot be used. */
  expiresAt?: number | undefined
}

/** A page of an account's history, newest first; `next` is the cursor of the page after it. */
export type UnitHistory = { entries: UnitEntry[]; next?: string }

/** Stores units: credit grants and reservations, changed only by conditional writes of single items. */
export type UnitStore = {
  /** `now` in epoch seconds; the present time when left out. */
  balance(account: string, now?: number): Promise<Balance>
  /** The grants that hold usable units at `now`, in the order they are used. */
  usableGrants(account: string, now: number): Promise<CreditGrant[]>
  /** Adds a credit grant. Throws when the account has too many that are not used up. */
  grant(account: string, grant: GrantRequest): Promise<void>
  /**
   * Reserves units for a task: the most that are asked for, or all there are. Keeps the task's reservation if it has
   * one already. Refuses when there are fewer than the least.
   */
  reserve(account: string, request: ReservationRequest): Promise<ReservationResult>
  /**
   * Charges `units` of a reservation, returns the rest to its grants, and writes the account's entry for the task.
   * Idempotent.
   */
  charge(
    account: string,
    reservation: Omit<Reservation, 'at' | 'units'>,
    charge: { units: number; at: number },
  ): Promise<void>
  /**
   * Lowers a reservation to `units` and returns the rest to its grants. No effect when repeated or when it is closed.
   */
  lower(
    account: string,
    reservation: Pick<Reservation, 'taskId' | 'id' | 'lots'>,
    units: number,
  ): Promise<void>
  /** Returns a reservation to its grants. No effect when repeated or after `charge`. */
  release(
    account: string,
    reservation: Pick<Reservation, 'taskId' | 'id'> & { lots?: GrantShares | undefined },
  ): Promise<void>
  /** What was granted, charged and lost by expiry. `after` is the `next` of the page before. */
  history(account: string, limit: number, after?: string): Promise<UnitHistory>
}

/** The most reservations of one account: one item could hold them all, within DynamoDB's limit of 400 KB. */
export const MAX_RESERVATIONS = 1000

/** The most of them at which a task of a batch is reserved for: single files find room beside a batch. */
export const MAX_BATCHED_RESERVATIONS = 900

/** The most credit grants of one account that are not used up. */
export const MAX_CREDIT_GRANTS = 50
