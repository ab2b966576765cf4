import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import type { Receipt } from '../deliver/receipt.ts'

/** Tells whoever listens that a job ended. Heard at least once: match on `detail.job`. */
export type AnnounceJob = (receipt: Receipt) => Promise<void>

/** Events of the source `darkroom` on the default bus, detail types `Job Succeeded` and `Job Failed`. */
export const eventBridgeAnnounce =
  (events: Pick<EventBridgeClient, 'send'>): AnnounceJob =>
  async ({ job, status, source, recipe, results, failure, elapsedMs }) => {
    const { FailedEntryCount = 0 } = await events.send(
      new PutEventsCommand({
        Entries: [
          {
            Source: 'darkroom',
            DetailType: status === 'succeeded' ? 'Job Succeeded' : 'Job Failed',
            Detail: JSON.stringify({ job, status, source, recipe, results, failure, elapsedMs }),
          },
        ],
      }),
    )
    if (FailedEntryCount > 0) throw new Error('EventBridge did not take the event.')
  }
