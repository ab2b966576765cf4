import type { Task } from '../tasks/task.ts'
import type { PlaceStore } from './place-store.ts'

/** How many tasks of a feature may be worked on at once; features that are not named have no limit of their own. */
export type FeatureLimits = Readonly<Record<string, number>>

/** Longer than a worker can live. */
const PLACE_SECONDS = 960

/** Lets no more than the set number of tasks of a feature be worked on at once. */
export type FeaturePlaces = {
  /** False when all places are taken. Free where there is no limit. */
  take(task: Pick<Task, 'id' | 'feature'>): Promise<boolean>
  leave(task: Pick<Task, 'id' | 'feature'>): Promise<void>
}

/** Places by limits, counted in `store`. `now` in epoch milliseconds. */
export const featurePlaces = (
  limits: FeatureLimits,
  store: PlaceStore,
  now: () => number,
): FeaturePlaces => {
  const limitOf = (feature: string) =>
    Object.hasOwn(limits, feature) ? limits[feature] : undefined
  return {
    async take({ id, feature }) {
      const most = limitOf(feature)
      if (most === undefined) return true
      const at = Math.floor(now() / 1000)
      return store.take(feature, id, most, at, at + PLACE_SECONDS)
    },
    async leave({ id, feature }) {
      if (limitOf(feature) !== undefined) await store.leave(feature, id)
    },
  }
}

/** Reads limits from JSON such as `{"image-to-video":1}`; none from nothing. Throws naming the rule. */
export const parseFeatureLimits = (text: string | undefined): FeatureLimits => {
  const limits: unknown = text === undefined ? {} : JSON.parse(text)
  if (typeof limits === 'object' && limits !== null && !Array.isArray(limits)) {
    const entries = Object.entries(limits)
    if (entries.every(([, most]) => Number.isSafeInteger(most) && most > 0)) {
      return Object.fromEntries(entries)
    }
  }
  throw new Error('FEATURE_CONCURRENCY must be JSON with whole numbers above 0 by feature.')
}
