import type { Job } from '../../pipeline/core/ports/job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { dayOf, walkDay } from './walk-day.ts'

/** Days looked back at most. */
const MOST_DAYS = 365
/** Records that are read ahead. */
const AT_ONCE = 800

/**
 * When a span such as `90m`, `24h` or `7d` began, or the timestamp itself when it is a date. Throws naming the rule.
 */
export function parseSince(text: string, now: number = Date.now()): Date {
  const span = /^(\d{1,4})([mhd])$/.exec(text)
  if (span)
    return new Date(now - Number(span[1]) * { m: 60e3, h: 3600e3, d: 86400e3 }[span[2] as 'd'])
  const date = new Date(text)
  if (Number.isNaN(date.getTime()) || date.getTime() > now) {
    throw new Error('--since must be a span like 90m, 24h or 7d, or a date in the past.')
  }
  return date
}

/** Every job that began since a timestamp, day by day through the index `byDay`, oldest first. */
export async function* jobsSince(
  clients: Pick<PipelineClients, 'db' | 'at'>,
  since: Date,
  now: number = Date.now(),
): AsyncGenerator<Job> {
  const first = Math.max(since.getTime(), now - MOST_DAYS * 86_400_000)
  // What begins while these are read is not waited for.
  const until = new Date(now).toISOString()
  const walk = { list: 'all', since: new Date(first).toISOString(), until } as const
  for (let day = dayOf(first); day <= dayOf(now); day++) {
    const jobs = walkDay(clients, { ...walk, day, newestFirst: false, wanted: AT_ONCE })
    for await (const { record } of jobs) if (record) yield record
  }
}
