import type { Amounts } from '../ports/budget-account.ts'

/** The counters that these amounts would lift above the most they may stand at. */
export function exceededCounters(taken: Amounts, adds: Amounts, most: Amounts): string[] {
  return Object.keys(most).filter(
    (counter) => (taken[counter] ?? 0) > headroom(counter, adds, most),
  )
}

/** What a counter may stand at before an amount is added, to the hundred-millionth: sums of fractions are not exact. */
export function headroom(counter: string, adds: Amounts, most: Amounts): number {
  return Math.round(((most[counter] ?? 0) - (adds[counter] ?? 0)) * 1e8) / 1e8
}
