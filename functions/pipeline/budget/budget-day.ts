/** The day a moment belongs to, as budgets count: `2026-01-31`, in UTC. `now` in epoch milliseconds. */
export function budgetDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

/** When the next day's budget opens: ISO 8601. */
export function nextOpening(now: number): string {
  return new Date((Math.floor(now / DAY_MS) + 1) * DAY_MS).toISOString()
}

const DAY_MS = 86_400_000
