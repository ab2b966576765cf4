import { correlationHeader } from '../correlation.ts'
import { FetchRefused } from '../fetch/fetch-refused.ts'
import type { guardedFetch } from '../fetch/guarded-fetch.ts'
import { parseRetryAfter } from './retry-delay.ts'
import { signWebhook } from './sign-webhook.ts'

/** What is told, to whom, signed with what. */
export type WebhookToPost = {
  url: string
  /** The event's id, the same on every attempt. */
  id: string
  body: Uint8Array
  /** `whsec_…`; while a secret is being rotated, the old and the new one. */
  secrets: readonly string[]
  /** Further headers; they are not signed. */
  headers?: Readonly<Record<string, string>>
  /** How many bytes of the answer are kept. */
  maxAnswerBytes: number
  /** The receiver's own origin where it may be on this machine. */
  allowLoopbackOrigin?: string | undefined
}

/** What an attempt met: an answer, or a reason why there was none. Times in ms, `retryAfter` in seconds. */
export type AttemptOutcome = { at: number; ms: number; retryAfter: number } & (
  | { status: number; answer: Uint8Array; reason?: never }
  | { status?: never; answer?: never; reason: FetchRefused['reason'] }
)

export type PostWebhookDeps = {
  fetch: typeof guardedFetch
  /** Epoch milliseconds. */
  now: () => number
}

const TIMEOUT_MS = 15_000

/**
 * Makes one attempt to tell a receiver of an event, as a Standard Webhooks message signed at this moment, with the
 * correlation id of the work at hand. Redirects are not followed, and the answer is waited for 15 seconds. Throws only
 * for a defect of ours.
 */
export async function postWebhook(
  { url, id, body, secrets, headers, maxAnswerBytes, allowLoopbackOrigin }: WebhookToPost,
  { fetch, now }: PostWebhookDeps,
): Promise<AttemptOutcome> {
  const at = now()
  const signature = signWebhook({ id, timestamp: Math.floor(at / 1000), body, secrets })
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...headers,
        ...correlationHeader(),
        ...signature,
      },
      maxBytes: maxAnswerBytes,
      overflow: 'cut',
      timeoutMs: TIMEOUT_MS,
      allowLoopbackOrigin,
    })
    const { status, bytes } = answer
    const retryAfter = parseRetryAfter(answer.headers['retry-after'], now())
    return { at, ms: now() - at, status, answer: bytes, retryAfter }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return { at, ms: now() - at, reason: error.reason, retryAfter: 0 }
  }
}
