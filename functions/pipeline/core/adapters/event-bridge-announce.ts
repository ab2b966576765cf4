import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { DETAIL_TYPES, EVENT_SOURCE } from '../../../../catalog/jobs/job-event-names.ts'
import type { AnnounceJob } from '../ports/announce-job.ts'

/** Job events on the default bus, with the source `darkroom` and the detail type of the job's status. */
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
