import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { DETAIL_TYPES, EVENT_SOURCE, type JobEvent } from '../../../catalog/job-event.ts'

/** Tells whoever listens what became of a job. Heard at least once: match on `detail.job`. */
export type AnnounceJob = (event: JobEvent) => Promise<void>

/** Events of the source `darkroom` on the default bus, their detail type named after the status. */
export function eventBridgeAnnounce(events: Pick<EventBridgeClient, 'send'>): AnnounceJob {
  return async (event) => {
    const { FailedEntryCount = 0 } = await events.send(
      new PutEventsCommand({
        Entries: [
          {
            Source: EVENT_SOURCE,
            DetailType: DETAIL_TYPES[event.status],
            Detail: JSON.stringify(event),
          },
        ],
      }),
    )
    if (FailedEntryCount > 0) throw new Error('EventBridge did not take the event.')
  }
}
