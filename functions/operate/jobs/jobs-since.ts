import type { Job } from '../../pipeline/core/ports/job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { dayOf, jobsOfDay } from './jobs-of-day.ts'

/** Days looked back at most. */
const MOST_DAYS = 365

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
): AsyncGenerator<Job> {
  const now = Date.now()
  const first = Math.max(since.getTime(), now - MOST_DAYS * 86_400_000)
  for (let day = dayOf(first); day <= dayOf(now); day++) {
    yield* jobsOfDay(clients, day, new Date(first), { newestFirst: false })
  }
}
