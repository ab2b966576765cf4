import type { Amounts } from './budget-book.ts'

/** The counters that these amounts would lift above the most they may stand at. */
export const above = (taken: Amounts, adds: Amounts, most: Amounts): string[] =>
  Object.keys(most).filter((counter) => (taken[counter] ?? 0) > room(counter, adds, most))

/** What a counter may stand at before an amount is added, to the hundred-millionth: sums of fractions are not exact. */
export const room = (counter: string, adds: Amounts, most: Amounts): number =>
  Math.round(((most[counter] ?? 0) - (adds[counter] ?? 0)) * 1e8) / 1e8
