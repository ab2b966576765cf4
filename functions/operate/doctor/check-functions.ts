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
  const limit = await account.concurrencyLimit()
  return [
    ...(await throttles(site, account)),
    await headroom(site, limit),
    workers(await account.queueConcurrency(), limit),
  ]
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
    todo: 'Ask AWS for more concurrent executions, or lower `pictureTaskWorkers`, `videoTaskWorkers`, `drops` or `looks`.',
  }))
}

async function headroom({ cloudWatch, now }: Site, limit: number): Promise<Finding> {
  const check = 'quotas'
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

/**
 * Whether all that queues may begin at once leaves room for what is begun otherwise: requests, webhooks, the workflow's
 * steps. Functions without room are throttled, and Lambda holds the queues' back as often as the others.
 */
function workers(most: Readonly<Record<string, number>>, limit: number): Finding {
  const check = 'workers'
  const sum = Object.values(most).reduce((all, one) => all + one, 0)
  const largest = Object.entries(most)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([name, count]) => `${name} ${count}`)
  const says = `Queues may begin ${sum} functions at once, of ${limit} that the account may run: ${largest.join(', ')}.`
  if (sum <= FULL * limit) return { level: 'ok', check, says }
  return {
    level: 'warning',
    check,
    says,
    todo:
      'Lower `pictureTaskWorkers`, `videoTaskWorkers`, `drops` or `looks` until they are below ' +
      `${Math.floor(FULL * limit)}, or ask AWS for more “Concurrent executions” of Lambda in Service Quotas.`,
  }
}
