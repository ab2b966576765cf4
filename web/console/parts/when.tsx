import { formatTime } from '../words/format.ts'

/** A time as this place has it, with UTC in its title. */
export function When({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={iso}>
      {formatTime(iso)}
    </time>
  )
}
