import { above } from '../../../functions/pipeline/budget/above.ts'
import type { BudgetBook, Entry } from '../../../functions/pipeline/budget/budget-book.ts'

/** The book in memory. */
export type MemoryBudgetBook = BudgetBook & {
  /** The entries nobody has taken away. */
  standing(): string[]
}

export const memoryBudgetBook = (): MemoryBudgetBook => {
  const days = new Map<string, { taken: Record<string, number>; entries: Map<string, Entry> }>()
  const dayOf = (day: string) => {
    const found = days.get(day) ?? { taken: {}, entries: new Map() }
    days.set(day, found)
    return found
  }
  const add = (taken: Record<string, number>, { adds }: Entry, sign: 1 | -1): void => {
    for (const [counter, amount] of Object.entries(adds)) {
      taken[counter] = Math.round(((taken[counter] ?? 0) + sign * amount) * 1e8) / 1e8
    }
  }
  return {
    enter: async (day, name, entry, most = {}) => {
      const { taken, entries } = dayOf(day)
      const standing = entries.get(name)
      if (standing) return { entry: standing }
      const spent = above(taken, entry.adds, most)
      if (spent.length > 0) return { spent }
      entries.set(name, entry)
      add(taken, entry, 1)
      return { entry }
    },
    keep: async (day, name, by) => {
      const { entries } = dayOf(day)
      if (entries.get(name)?.by === by) entries.delete(name)
    },
    undo: async (day, name, entry) => {
      const { taken, entries } = dayOf(day)
      if (entries.get(name)?.by !== entry.by) return
      entries.delete(name)
      add(taken, entry, -1)
    },
    read: async (day) => {
      const { taken, entries } = dayOf(day)
      return { taken: { ...taken }, entries: Object.fromEntries(entries) }
    },
    standing: () =>
      [...days].flatMap(([day, { entries }]) =>
        [...entries.keys()].map((name) => `${day} ${name}`),
      ),
  }
}
