/** The source of all events on EventBridge. */
export const EVENT_SOURCE = 'darkroom'

/** The detail type of each status on EventBridge. */
export const DETAIL_TYPES = {
  succeeded: 'Job Succeeded',
  failed: 'Job Failed',
  parked: 'Job Parked',
} as const
