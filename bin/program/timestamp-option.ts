const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 }

/** For commander's option parser: a timestamp as epoch seconds, from `30d`, `12h`, `5m` ahead of now, or a date. */
export function futureTimestamp(option: string) {
  return (text: string): number => {
    const at = parseTimestamp(option, text, 1)
    if (at >= Math.floor(Date.now() / 1000)) return at
    throw new Error(`${option} must be a moment that is still to come.`)
  }
}

/** The same, back from now. */
export function pastTimestamp(option: string) {
  return (text: string): number => parseTimestamp(option, text, -1)
}

function parseTimestamp(option: string, text: string, direction: 1 | -1): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const seconds = UNITS[unit ?? '']
  if (seconds) return Math.floor(Date.now() / 1000) + direction * Number(count) * seconds
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(at)) return Math.floor(at / 1000)
  throw new Error(`${option} must be like 30d, 12h, 5m or 2027-01-31.`)
}

/** A timestamp for people: `2026-11-20 18:30`, UTC; `-` where there is none. */
export function formatTimestamp(seconds: number | undefined): string {
  return seconds === undefined
    ? '-'
    : new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')
}
