import type { Task } from '../model/task.ts'
import type { SemaphoreStore } from '../ports/semaphore-store.ts'

/** How many tasks of a feature may be worked on at once; features that are not named have no limit of their own. */
export type FeatureLimits = Readonly<Record<string, number>>

/** Longer than a worker can live. */
const LEASE_SECONDS = 960

/** Lets no more than the set number of tasks of a feature be worked on at once. */
export type FeatureSemaphore = {
  /** False when all places are taken. Free where there is no limit. */
  acquire(task: Pick<Task, 'id' | 'feature'>): Promise<boolean>
  release(task: Pick<Task, 'id' | 'feature'>): Promise<void>
}

/** Places by limits, counted in `store`. `now` in epoch milliseconds. */
export function createFeatureSemaphore(
  limits: FeatureLimits,
  store: SemaphoreStore,
  now: () => number,
): FeatureSemaphore {
  const limitOf = (feature: string) =>
    Object.hasOwn(limits, feature) ? limits[feature] : undefined
  return {
    async acquire({ id, feature }) {
      const most = limitOf(feature)
      if (most === undefined) return true
      const at = Math.floor(now() / 1000)
      return store.acquire(feature, id, most, at, at + LEASE_SECONDS)
    },
    async release({ id, feature }) {
      if (limitOf(feature) !== undefined) await store.release(feature, id)
    },
  }
}

/** Reads limits from JSON such as `{"image-to-video":1}`; none from nothing. Throws naming the rule. */
export function parseFeatureLimits(text: string | undefined): FeatureLimits {
  const limits: unknown = text === undefined ? {} : JSON.parse(text)
  if (typeof limits === 'object' && limits !== null && !Array.isArray(limits)) {
    const entries = Object.entries(limits)
    if (entries.every(([, most]) => Number.isSafeInteger(most) && most > 0)) {
      return Object.fromEntries(entries)
    }
  }
  throw new Error('FEATURE_CONCURRENCY must be JSON with whole numbers above 0 by feature.')
}
