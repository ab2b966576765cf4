import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { JOB_EVENT, type JobEvent } from '../../../catalog/jobs/job-event.ts'
import { log, setCorrelationId } from '../../log.ts'
import { type PostWebhookDeps, postWebhook } from '../../webhook/post-webhook.ts'
import { retryDelay } from '../../webhook/retry-delay.ts'

export type NotifyDeps = PostWebhookDeps & {
  /** Address of the user's receiver. */
  url: string
  /** Secrets of the form `whsec_…`: several while one is being rotated. */
  secrets: () => Promise<string[]>
  /** A random number, 0 ≤ x < 1. */
  random: () => number
  /** The receiver's origin where it is on this machine, in a local run. */
  allowLoopbackOrigin?: string | undefined
}

/** Status of a receiver that wants no further messages (RFC 9110, 410 Gone). */
const GONE = 410
/** SQS hides a message for at most twelve hours, counted from its receipt. */
const MAX_DELAY_SECONDS = 43_000

const message = z.object({ detail: JOB_EVENT })

/**
 * Sends a job's event to the user's receiver as a Standard Webhooks message. Its `type` is `job.succeeded`,
 * `job.failed` or `job.parked`, and its `data` is the event. Returns undefined when the receiver accepted it with a
 * 2xx, or refuses all further messages with 410. Otherwise returns the seconds after which to send it again, by the
 * schedule of Standard Webhooks. `attempt` counts from 0.
 */
export async function notify(
  body: string,
  attempt: number,
  deps: NotifyDeps,
): Promise<number | undefined> {
  const event = message.parse(JSON.parse(body)).detail
  setCorrelationId(event.job)
  const { status = 0, retryAfter, ...rest } = await send(event, deps)
  const facts = { job: event.job, told: event.status, attempt, status, ...rest }
  if (status >= 200 && status < 300) {
    log.info('What became of a job was told.', facts)
    return undefined
  }
  log.warn('What became of a job could not be told.', facts)
  if (status === GONE) return undefined
  // After the last attempt the delay has no effect: the queue moves the message to the dead-letter queue.
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

/** The same for every attempt to send one event, so that a receiver can recognize a repetition. */
function noticeId({ job, status, at }: JobEvent): string {
  return `evt_${createHash('sha256').update(`${job}:${status}:${at}`).digest('base64url')}`
}

/**
 * The secrets that notices are signed with: each `whsec_…` or only the base64 after it, several separated by spaces
 * while one is being rotated. Throws, without repeating the text, when there is none.
 */
export function parseNoticeSecrets(text: string): string[] {
  const secrets = text.split(/\s+/).filter(Boolean)
  if (secrets.length === 0) throw new Error('The secret of notices is empty.')
  return secrets.map((secret) => (secret.startsWith('whsec_') ? secret : `whsec_${secret}`))
}
