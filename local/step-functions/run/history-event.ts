import type { HistoryEvent, HistoryEventType } from '@aws-sdk/client-sfn'

/** The type of a history event, as the API names it. */
export type HistoryType = HistoryEventType

/** The details of a history event under their API name, such as `taskScheduledEventDetails`. */
export type HistoryDetails = Omit<HistoryEvent, 'timestamp' | 'type' | 'id' | 'previousEventId'>

/** What the API says about data that it did not truncate. */
export const notTruncated = { truncated: false } as const
