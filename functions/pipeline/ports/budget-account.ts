/** Amounts by counter, e.g. `units` and `units:slim`. */
export type Amounts = Readonly<Record<string, number>>

/** What somebody has added to a day's counters and not yet noted in the job's record; `at` in epoch milliseconds. */
export type PendingEntry = { by: string; at: number; adds: Amounts }

/** A day of the budgetAccount: what each counter stands at, and the entries that stand, by name. */
export type DayBalance = { totals: Amounts; entries: Readonly<Record<string, PendingEntry>> }

/**
 * What was set aside and spent of each day's budget. An amount is added together with an entry that says whose it is;
 * the entry goes once the job's record says the same, so that a crash in between shows and can be made good: what is
 * counted is counted once. A day's counters are nobody's concern after the day.
 */
export type BudgetAccount = {
  /**
   * Makes an entry of this name and adds its amounts, or, when one of the counters would come to stand above `most`,
   * does nothing and names those counters. An entry of this name that is there stays and is given.
   */
  addEntry(
    day: string,
    name: string,
    entry: PendingEntry,
    most?: Amounts,
  ): Promise<{ entry: PendingEntry } | { spent: string[] }>
  /** Takes the entry away, if it is still this one's; its amounts stay counted. */
  commitEntry(day: string, name: string, by: string): Promise<void>
  /** Takes the entry away, if it is still this one's, and its amounts with it. */
  rollBackEntry(day: string, name: string, entry: PendingEntry): Promise<void>
  read(day: string): Promise<DayBalance>
}
