import type { Task } from '../model/task.ts'
import type { SemaphoreStore } from '../ports/semaphore-store.ts'

/** How many tasks of a feature may run at the same time. Features that are not named are not limited. */
export type FeatureLimits = Readonly<Record<string, number>>

/** Seconds after which a slot is free again although it was not released. Longer than a worker's timeout. */
const LEASE_SECONDS = 960

/** Limits how many tasks of a feature run at the same time. */
export type FeatureSemaphore = {
  /** Acquires a slot for a task; false when all are taken. A feature without a limit costs no I/O. */
  acquire(task: Pick<Task, 'id' | 'feature'>): Promise<boolean>
  release(task: Pick<Task, 'id' | 'feature'>): Promise<void>
}

/** A semaphore with the slots that `limits` gives each feature. `now` in epoch milliseconds. */
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

/** Parses limits from JSON such as `{"image-to-video":1}`; undefined means no limits. Throws for anything else. */
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
