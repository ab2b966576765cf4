import { budgetDay } from '../core/budget/counters.ts'
import { FUNDING_ENTRY } from '../core/budget/fund-job.ts'
import type { BudgetAccount, PendingEntry } from '../core/ports/budget-account.ts'
import type { Jobs } from '../core/ports/job.ts'

export type RecoverEntriesDeps = {
  jobs: Pick<Jobs, 'get' | 'claimSettlement'>
  budgetAccount: BudgetAccount
  /** Epoch milliseconds. */
  now: () => number
}

/** Longer than any function runs and any message stays invisible. */
const ABANDONED_AFTER_MS = 15 * 60_000

/** Commits or rolls back the pending entries of a shard that a crash, or a repeated call, has left behind. */
export async function recoverEntries(shard: string, deps: RecoverEntriesDeps): Promise<void> {
  const { entries } = await deps.budgetAccount.read(shard)
  for (const [name, entry] of Object.entries(entries)) {
    if (deps.now() - entry.at > ABANDONED_AFTER_MS) await recoverEntry(shard, name, entry, deps)
  }
}

async function recoverEntry(
  shard: string,
  name: string,
  entry: PendingEntry,
  { jobs, budgetAccount, now }: RecoverEntriesDeps,
): Promise<void> {
  const [id = '', kind] = name.split(' ')
  const job = await jobs.get(id)
  // A job that waits, or has not begun, finds its own entry when it is looked at again on the same day.
  const isFound = shard.startsWith(budgetDay(now())) && job?.status !== 'failed'
  if (kind === FUNDING_ENTRY && !job?.funding && isFound) return
  const by = kind === FUNDING_ENTRY ? job?.funding?.by : await jobs.claimSettlement(id, entry.by)
  if (by === entry.by) await budgetAccount.commitEntry(shard, name, entry.by, entry.settles)
  else await budgetAccount.rollBackEntry(shard, name, entry)
}
