import { exceededCounters } from '../../../functions/pipeline/core/budget/counters.ts'
import type {
  Amounts,
  BudgetAccount,
  PendingEntry,
} from '../../../functions/pipeline/core/ports/budget-account.ts'

/** The budget account in memory. */
export type MemoryBudgetAccount = BudgetAccount & {
  /** The pending entries. */
  pending(): string[]
}

export function memoryBudgetAccount(): MemoryBudgetAccount {
  const days = new Map<
    string,
    { taken: Record<string, number>; entries: Map<string, PendingEntry> }
  >()
  const dayOf = (day: string) => {
    const found = days.get(day) ?? { taken: {}, entries: new Map() }
    days.set(day, found)
    return found
  }
  const add = (taken: Record<string, number>, adds: Amounts, sign: 1 | -1): void => {
    for (const [counter, amount] of Object.entries(adds)) {
      taken[counter] = Math.round(((taken[counter] ?? 0) + sign * amount) * 1e8) / 1e8
    }
  }
  return {
    addEntry: async (day, name, entry, most = {}) => {
      const { taken, entries } = dayOf(day)
      const standing = entries.get(name)
      if (standing) return { entry: standing }
      const exceeded = exceededCounters(taken, entry.adds, most)
      if (exceeded.length > 0) return { exceeded }
      entries.set(name, entry)
      add(taken, entry.adds, 1)
      return { entry }
    },
    commitEntry: async (day, name, by, settles = {}) => {
      const { taken, entries } = dayOf(day)
      if (entries.get(name)?.by !== by) return
      entries.delete(name)
      add(taken, settles, 1)
    },
    rollBackEntry: async (day, name, entry) => {
      const { taken, entries } = dayOf(day)
      if (entries.get(name)?.by !== entry.by) return
      entries.delete(name)
      add(taken, entry.adds, -1)
    },
    read: async (day) => {
      const { taken, entries } = dayOf(day)
      return { totals: { ...taken }, entries: Object.fromEntries(entries) }
    },
    pending: () =>
      [...days].flatMap(([day, { entries }]) =>
        [...entries.keys()].map((name) => `${day} ${name}`),
      ),
  }
}
