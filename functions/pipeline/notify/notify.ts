import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { JOB_EVENT, type JobEvent } from '../../../catalog/job-event.ts'
import { log, setCorrelationId } from '../../log.ts'
import { type PostWebhookDeps, postWebhook } from '../../webhook/post-webhook.ts'
import { retryDelay } from '../../webhook/retry-delay.ts'

export type NotifyDeps = PostWebhookDeps & {
  /** Where the user's receiver answers. */
  url: string
  /** `whsec_…`; while a secret is being rotated, the old and the new one. */
  secrets: () => Promise<string[]>
  /** 0–1. */
  random: () => number
  /** The receiver's own origin where it is on this machine, in a local run. */
  allowLoopbackOrigin?: string | undefined
}

/** The receiver's own word that it wants to hear nothing more. */
const GONE = 410
/** Seconds; SQS hides a message for twelve hours at most, counted from its receipt. */
const MAX_DELAY_SECONDS = 43_000

const message = z.object({ detail: JOB_EVENT })

/**
 * Tells the user's receiver what became of a job, as a Standard Webhooks message: `type` `job.succeeded`, `job.failed`
 * or `job.parked`, `timestamp`, and the event as `data`. Only a 2xx counts as taken. Gives the seconds after which it
 * is to be told again, by the schedule of Standard Webhooks, or undefined once it was taken, or when the receiver says with
 * 410 that it is gone for good. `attempt` counts from 0.
 */
export async function notify(
  body: string,
  attempt: number,
  deps: NotifyDeps,
): Promise<number | undefined> {
  const event = message.parse(JSON.parse(body)).detail
  setCorrelationId(event.job)
  const { status = 0, retryAfter, ...met } = await send(event, deps)
  const facts = { job: event.job, told: event.status, attempt, status, ...met }
  if (status >= 200 && status < 300) {
    log.info('What became of a job was told.', facts)
    return undefined
  }
  log.warn('What became of a job could not be told.', facts)
  if (status === GONE) return undefined
  // The last one's delay is never waited for: the queue puts the message among the dead letters.
  return Math.min(
    MAX_DELAY_SECONDS,
    retryDelay(attempt + 1, deps.random(), retryAfter) ?? MAX_DELAY_SECONDS,
  )
}

async function send(event: JobEvent, { url, secrets, allowLoopbackOrigin, ...deps }: NotifyDeps) {
  const { status, reason, ms, retryAfter } = await postWebhook(
    {
      url,
      id: noticeId(event),
      body: Buffer.from(bodyOf(event)),
      secrets: await secrets(),
      maxAnswerBytes: 0,
      allowLoopbackOrigin,
    },
    deps,
  )
  return { status, reason, ms, retryAfter }
}

function bodyOf(event: JobEvent): string {
  return JSON.stringify({ type: `job.${event.status}`, timestamp: event.at, data: event })
}

/** The same for every telling of the same thing, so that a receiver can tell that it knows it. */
function noticeId({ job, status, at }: JobEvent): string {
  return `evt_${createHash('sha256').update(`${job}:${status}:${at}`).digest('base64url')}`
}

/**
 * The secrets notices are signed with: `whsec_…`, or the base64 after it, several with a space between them while they
 * are being changed over. Throws without repeating the text when there is none.
 */
export function parseNoticeSecrets(text: string): string[] {
  const secrets = text.split(/\s+/).filter(Boolean)
  if (secrets.length === 0) throw new Error('The secret of notices is empty.')
  return secrets.map((secret) => (secret.startsWith('whsec_') ? secret : `whsec_${secret}`))
}
