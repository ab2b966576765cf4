import type { HistoryEvent, HistoryEventType } from '@aws-sdk/client-sfn'

/** The name of a history event, as the API spells it. */
export type HistoryType = HistoryEventType

/** The details member of a history event under its API name, such as `taskScheduledEventDetails`. */
export type HistoryDetails = Omit<HistoryEvent, 'timestamp' | 'type' | 'id' | 'previousEventId'>

/** What the API says of data it did not cut. */
export const notTruncated = { truncated: false } as const
