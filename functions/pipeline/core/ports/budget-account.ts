/** Amounts by counter, for example `units` and `units:slim`. */
export type Amounts = Readonly<Record<string, number>>

/**
 * Amounts that were added to a day's counters, but are not yet noted in the job's record. `by` is a unique id of the
 * writer, `at` is epoch milliseconds. `settles` counts only once the entry is committed: what a job gives back makes no
 * room for another one before it is certain.
 */
export type PendingEntry = { by: string; at: number; adds: Amounts; settles?: Amounts }

/** One day of the account: the total of each counter, and the pending entries by name. */
export type DayBalance = { totals: Amounts; entries: Readonly<Record<string, PendingEntry>> }

/**
 * What is reserved and exceeded of each day's budget. An amount is added together with a pending entry that says whose
 * it is. The entry is removed once the job's record says the same. A crash in between leaves the entry behind, and it
 * is committed or rolled back later, so that every amount counts once. Nobody reads a day's counters after that day.
 */
export type BudgetAccount = {
  /**
   * Adds an entry and its amounts. Where a counter would exceed its limit in `most`, nothing is changed and `exceeded`
   * names those counters. An existing entry of this name stays and is returned.
   */
  addEntry(
    day: string,
    name: string,
    entry: PendingEntry,
    most?: Amounts,
  ): Promise<{ entry: PendingEntry } | { exceeded: string[] }>
  /** Removes the entry, if it is still of this writer. Its amounts stay counted, and what it settles is added. */
  commitEntry(day: string, name: string, by: string, settles?: Amounts): Promise<void>
  /** Removes the entry and its amounts, if it is still of this writer. */
  rollBackEntry(day: string, name: string, entry: PendingEntry): Promise<void>
  read(day: string): Promise<DayBalance>
}
