import type { Stage } from '../../../../catalog/features/feature.ts'

/** The task of a callback that a state waits for. `key` is the callback's key. */
export type WatchedTask = { key: string; feature: string; stage: Stage; taskId?: string }

/** One scheduled poll of a task. `looks` counts the polls before it. Sent as JSON, so its keys stay as they are. */
export type WatchMessage = WatchedTask & {
  looks: number
  /** The service was too busy to create the task: this poll tries to create it. */
  unmade?: boolean
}

/** Schedules polls of open tasks: a safety net, and the only way for features that send no webhook. */
export type Watch = {
  /** Schedules the first poll of a task that was just created. */
  scheduleFirst(task: WatchedTask): Promise<void>
  /** Schedules the next poll, not before `atLeastSeconds` have passed, and otherwise not later than `atMostSeconds`. */
  scheduleNext(
    message: WatchMessage,
    atLeastSeconds?: number,
    atMostSeconds?: number,
  ): Promise<void>
}
