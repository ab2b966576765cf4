const SECOND = 1000

/** Counts the verdicts of the last second; times are milliseconds of one clock. */
export function createVerdictClock(): { tick(now: number): void; fps(now: number): number } {
  let ticks: number[] = []
  const recent = (now: number) => ticks.filter((at) => at > now - SECOND)
  return {
    tick: (now) => {
      ticks = [...recent(now), now]
    },
    fps: (now) => recent(now).length,
  }
}
