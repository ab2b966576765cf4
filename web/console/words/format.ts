import { language } from './words.ts'

/** A time of this day as hours and minutes, another one with its date. */
export function formatTime(iso: string, now: Date = new Date()): string {
  const date = new Date(iso)
  const today = date.toDateString() === now.toDateString()
  return new Intl.DateTimeFormat(language.value, {
    ...(today ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(date)
}

/** `0.8 s`, `12 s`, `4 min 10 s`, `2 h 5 min`. */
export function formatSpan(ms: number): string {
  const seconds = ms / 1000
  const number = new Intl.NumberFormat(language.value, {
    maximumFractionDigits: seconds < 10 ? 1 : 0,
  })
  if (seconds < 60) return `${number.format(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** A number with at most `digits` behind the point. */
export function formatNumber(value: number, digits = 0): string {
  return new Intl.NumberFormat(language.value, { maximumFractionDigits: digits }).format(value)
}

/** `12 kB`, `3.4 MB`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1e6) return `${formatNumber(bytes / 1e3)} kB`
  if (bytes < 1e9) return `${formatNumber(bytes / 1e6, 1)} MB`
  return `${formatNumber(bytes / 1e9, 1)} GB`
}
