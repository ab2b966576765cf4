import { language } from './words.ts'

/** The language of the page as it is written where the browser's owner lives, as British English is. */
function locale(): string {
  const own = navigator.languages.find((one) => one.split('-')[0] === language.value)
  return own ?? language.value
}

/** Keeps what is made of each name in the language that is shown: a format takes longer to make than a row to draw. */
function kept<Name, Format>(make: (name: Name, locale: string) => Format): (name: Name) => Format {
  const all = new Map<string, Format>()
  return (name) => {
    const own = locale()
    const key = `${own} ${name}`
    const known = all.get(key) ?? make(name, own)
    all.set(key, known)
    return known
  }
}

const numbers = kept(
  (digits: number, own) => new Intl.NumberFormat(own, { maximumFractionDigits: digits }),
)

const times = kept(
  (how: 'today' | 'this year' | 'another year', own) =>
    new Intl.DateTimeFormat(own, {
      ...(how === 'today' ? {} : { day: 'numeric', month: 'short' }),
      ...(how === 'another year' ? { year: 'numeric' } : {}),
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
)

/** A time of this day as hours and minutes, another one with its date, one of another year with that. */
export function formatTime(iso: string, now: Date = new Date()): string {
  const date = new Date(iso)
  const today = date.toDateString() === now.toDateString()
  const thisYear = date.getFullYear() === now.getFullYear()
  return times(today ? 'today' : thisYear ? 'this year' : 'another year').format(date)
}

/** `26 Nov 2026`. */
export function formatDay(date: Date): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(date)
}

/** `0.8 s`, `12 s`, `4 min 10 s`, `5 min`, `2 h 5 min`. */
export function formatSpan(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 60) return `${formatNumber(seconds, seconds < 10 ? 1 : 0)} s`
  const minutes = Math.floor(seconds / 60)
  const and = (rest: number, unit: string): string => (rest === 0 ? '' : ` ${rest} ${unit}`)
  if (minutes < 60) return `${minutes} min${and(Math.floor(seconds % 60), 's')}`
  return `${Math.floor(minutes / 60)} h${and(minutes % 60, 'min')}`
}

/** A number with at most `digits` behind the point. */
export function formatNumber(value: number, digits = 0): string {
  return numbers(digits).format(value)
}

/** `12 kB`, `3.4 MB`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1e6) return `${formatNumber(bytes / 1e3)} kB`
  if (bytes < 1e9) return `${formatNumber(bytes / 1e6, 1)} MB`
  return `${formatNumber(bytes / 1e9, 1)} GB`
}
