import { createHash } from 'node:crypto'
import type { ServiceKey } from './service-secret.ts'

/**
 * The key a job uses for everything: a task, and a file, belongs to the account of the key it was made with. Jobs are
 * spread evenly, and a key that is added or taken away moves only the jobs that come to it or were its own
 * (rendezvous hashing).
 */
export function selectKey(job: string, keys: readonly ServiceKey[]): ServiceKey {
  const ranked = keys.map((key) => ({ key, rank: rankOf(job, key) }))
  const [first] = ranked.sort((a, b) => b.rank.localeCompare(a.rank))
  if (!first) throw new Error('The service secret names no key.')
  return first.key
}

function rankOf(job: string, { key }: ServiceKey): string {
  return createHash('sha256').update(`${job.length}:${job}${key}`).digest('hex')
}
