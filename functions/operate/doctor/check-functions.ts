import type { Finding } from './finding.ts'
import { readMetrics } from './read-metric.ts'
import type { Account, Site } from './site.ts'

const DAY_MS = 86_400_000
/** The share of the account's concurrency above which little room is left. */
const FULL = 0.8
/** What a new account may have instead of the usual 1,000 (Lambda Developer Guide, "Lambda quotas"). */
const SMALL = 100

/** Functions that were held back in the last day, and how much room the account's concurrency leaves. */
export async function checkFunctions(site: Site): Promise<Finding[]> {
  const { account } = site
  if (!account) {
    return [{ level: 'note', check: 'functions', says: 'A local run holds no function back.' }]
  }
  return [...(await throttles(site, account)), await headroom(site, account)]
}

async function throttles({ cloudWatch, now }: Site, account: Account): Promise<Finding[]> {
  const check = 'functions'
  const names = await account.functions()
  const queries = names.map((name) => ({
    namespace: 'AWS/Lambda',
    name: 'Throttles',
    dimensions: { FunctionName: name },
    statistic: 'Sum' as const,
  }))
  const counts = await readMetrics(cloudWatch, queries, { since: now - DAY_MS, now })
  const held = names.flatMap((name, at) => (counts[at] ? [{ name, count: counts[at] }] : []))
  if (held.length === 0) {
    return [
      {
        level: 'ok',
        check,
        says: `None of ${names.length} functions was throttled in the last day.`,
      },
    ]
  }
  return held.map(({ name, count }) => ({
    level: 'warning',
    check,
    says: `${name} was throttled ${count} times in the last day.`,
    todo: 'Ask AWS for more concurrent executions, or lower `drops`, `looks` and `featureConcurrency`.',
  }))
}

async function headroom({ cloudWatch, now }: Site, account: Account): Promise<Finding> {
  const check = 'quotas'
  const limit = await account.concurrencyLimit()
  const query = {
    namespace: 'AWS/Lambda',
    name: 'ConcurrentExecutions',
    statistic: 'Maximum' as const,
  }
  const [peak = 0] = await readMetrics(cloudWatch, [query], { since: now - DAY_MS, now })
  const says = `At most ${peak} functions ran at once in the last day, of ${limit} that the account may run.`
  return limit > SMALL && peak < FULL * limit
    ? { level: 'ok', check, says }
    : {
        level: 'warning',
        check,
        says,
        todo: 'Ask AWS for more “Concurrent executions” of Lambda in Service Quotas.',
      }
}
