import type { Delivery } from '../../functions/service/webhooks/delivery.ts'
import { replayDeliveries } from '../../functions/service/webhooks/replay-deliveries.ts'
import { wholeNumber } from '../data-option.ts'
import { deskCommand } from '../desk-command.ts'
import { ago, showMoment } from '../moment.ts'

type Listing = { since: number; limit: number }
type Replaying = { event?: string; failed?: true; since?: number }

/** `darkroom webhooks deliveries`: what was sent, and what each attempt met. */
export const deliveries = () =>
  deskCommand<Listing>(
    'deliveries <account>',
    'list what was sent, newest first, with what each attempt met',
    async (desk, { since, limit }, account = '') => {
      const found = (await desk.webhooks.deliveries(account, since)).slice(0, limit)
      const lines = found.flatMap((delivery) => [headOf(delivery), ...attemptsOf(delivery)])
      return { lines: lines.length > 0 ? lines : ['Nothing was sent.'], json: found.map(describe) }
    },
  )
    .option('--since <when>', 'e.g. 2h, 3d or 2026-11-20; 30d by default', ago('--since'), 0)
    .option('--limit <n>', 'how many', wholeNumber('--limit', 1, 1000), 20)

/** `darkroom webhooks replay`: sends again what was sent before. */
export const replay = () =>
  deskCommand<Replaying>(
    'replay <account>',
    'send one event again, or all that could not be delivered since a time',
    async (desk, { event, failed, since }, account = '') => {
      const begun = await replayDeliveries({ account, ...wishOf({ event, failed, since }) }, desk)
      return { lines: [`${begun} begun.`], json: { begun } }
    },
  )
    .option('--event <id>', 'this event, whatever became of it')
    .option('--failed', 'all that could not be delivered; needs --since')
    .option('--since <when>', 'e.g. 2h, 3d or 2026-11-20', ago('--since'))

const wishOf = ({
  event,
  failed,
  since,
}: {
  event: string | undefined
  failed: true | undefined
  since: number | undefined
}) => {
  if (event !== undefined && !failed) return { eventId: event }
  if (failed && event === undefined && since !== undefined) return { failedSince: since }
  throw new Error('Say either --event <id>, or --failed --since <when>.')
}

const headOf = ({ createdAt, status, eventId, endpointId }: Delivery): string =>
  `${showMoment(createdAt)}  ${status.padEnd(9)}  ${eventId}  to ${endpointId}`

const attemptsOf = ({ attempts }: Delivery): string[] =>
  attempts.map(
    ({ at, ms, status, reason = '' }) =>
      `  ${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}  ${status ?? reason}  ${ms} ms`,
  )

const describe = ({
  eventId,
  endpointId,
  status,
  attempt,
  dueAt,
  attempts,
  createdAt,
}: Delivery) => ({
  eventId,
  endpointId,
  status,
  attempt,
  dueAt,
  attempts,
  createdAt,
})
