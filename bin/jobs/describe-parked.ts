import type { Parked } from '../../functions/operate/pipeline-records.ts'

/** Why a parked job waits and when it goes on, in words. */
export function describeParked({ reason, until }: Parked): string {
  return Date.parse(until) > Date.now()
    ? `${reason} The next one opens at ${until}.`
    : `${reason} It goes on when a day has room for it.`
}
