import {
  type Delivery,
  type ReplayResult,
  replayDeliveries,
  requireKnownAccount,
} from '../../functions/service/admin.ts'
import { adminCommand } from '../connection/admin-command.ts'
import { wholeNumber } from '../connection/data-option.ts'
import { formatTimestamp, pastTimestamp } from '../program/timestamp-option.ts'

type Listing = { since: number; limit: number; event?: string; failed?: true }
type Replaying = { event?: string; failed?: true; since?: number }

/** `darkroom webhooks deliveries`: what was sent, and what each attempt met. */
export function deliveries() {
  return adminCommand<Listing>(
    'deliveries <account>',
    'list what was sent, newest first, with what each attempt met',
    async (admin, { since, limit, event, failed }, account = '') => {
      const before = Math.floor(admin.now() / 1000)
      const all = await (failed && event === undefined
        ? admin.webhooks.failedDeliveries(account, { since, before, limit })
        : admin.webhooks.deliveries(account, since))
      if (all.length === 0) await requireKnownAccount(account, admin)
      const found = all
        .filter(({ eventId }) => event === undefined || eventId === event)
        .filter(({ status }) => !failed || FAILED.includes(status))
        .slice(0, limit)
      const lines = found.flatMap((delivery) => [headOf(delivery), ...attemptsOf(delivery)])
      return { lines: lines.length > 0 ? lines : ['Nothing was sent.'], json: found.map(describe) }
    },
  )
    .option(
      '--since <when>',
      'e.g. 2h, 3d or 2026-11-20; 30d by default',
      pastTimestamp('--since'),
      0,
    )
    .option('--limit <n>', 'how many', wholeNumber('--limit', 1, 1000), 20)
    .option('--event <id>', 'of this event only')
    .option('--failed', 'only what could not be delivered')
}

const FAILED: readonly Delivery['status'][] = ['exhausted', 'refused']

/** `darkroom webhooks replay`: sends again what was sent before. */
export function replay() {
  return adminCommand<Replaying>(
    'replay <account>',
    'send one event again, or all that could not be delivered since a time',
    async (admin, { event, failed, since }, account = '') => {
      const replayed = await replayDeliveries(
        { account, ...wishOf({ event, failed, since }) },
        admin,
      )
      if (event !== undefined && Object.values(replayed).every((count) => count === 0)) {
        throw new Error(`The account ${account} has no event ${event}.`)
      }
      return { lines: [toldOf(replayed)], json: replayed }
    },
  )
    .option('--event <id>', 'this event, whatever became of it')
    .option('--failed', 'all that could not be delivered; needs --since')
    .option('--since <when>', 'e.g. 2h, 3d or 2026-11-20', pastTimestamp('--since'))
}

function wishOf({
  event,
  failed,
  since,
}: {
  event: string | undefined
  failed: true | undefined
  since: number | undefined
}) {
  if (event !== undefined && !failed) return { eventId: event }
  if (failed && event === undefined && since !== undefined) return { failedSince: since }
  throw new Error('Say either --event <id>, or --failed --since <when>.')
}

function toldOf({ begun, underWay, unheard, wornOut }: ReplayResult): string {
  return [
    `${begun} begun`,
    underWay > 0 && `${underWay} still under way`,
    unheard > 0 && `${unheard} left out: their endpoint is off or removed`,
    wornOut > 0 && `${wornOut} left out: they were attempted too often`,
  ]
    .filter(Boolean)
    .join(', ')
    .concat('.')
}

function headOf({ createdAt, status, eventId, endpointId, dueAt }: Delivery): string {
  return `${formatTimestamp(createdAt)}  ${status.padEnd(9)}  ${eventId}  to ${endpointId}${status === 'pending' ? `  next ${formatTimestamp(dueAt)}` : ''}`
}

function attemptsOf({ attempts }: Delivery): string[] {
  return attempts.map(({ at, ms, status, reason = '', answer }) => {
    const when = new Date(at).toISOString().slice(0, 19).replace('T', ' ')
    return `  ${when}  ${status ?? reason}  ${ms} ms${answer ? `  ${quoted(answer)}` : ''}`
  })
}

/** A stranger wrote it, and control characters would reach the terminal. */
function quoted(answer: string): string {
  return JSON.stringify(answer).replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function describe({ eventId, endpointId, status, attempt, dueAt, attempts, createdAt }: Delivery) {
  return {
    eventId,
    endpointId,
    status,
    attempt,
    dueAt,
    attempts,
    createdAt,
  }
}
