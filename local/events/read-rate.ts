const UNITS: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
}

/**
 * The milliseconds of EventBridge's `rate(5 minutes)`; undefined for anything else, such as a cron expression (User
 * Guide, "Setting a schedule pattern for scheduled rules").
 */
export function readRate(expression: string): number | undefined {
  const [, count, unit] = /^rate\(([1-9]\d*) (minute|hour|day)s?\)$/.exec(expression) ?? []
  const ms = UNITS[unit ?? '']
  return ms === undefined ? undefined : Number(count) * ms
}
